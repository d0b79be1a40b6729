export { abortOnInterrupt } from '../process/interrupts.ts';
