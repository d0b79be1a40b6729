// What the shop's owner checks and the agent never sees: orders that no test of the project has.
import { pathToFileURL } from 'node:url';

const { deliveryFee, delivers } = await import(pathToFileURL(`${process.cwd()}/src/delivery.js`).href);
const hours = { opens: 8, closes: 20 };
const right =
  deliveryFee({ net: 4500, gross: 5445 }) === 495 &&
  deliveryFee({ net: 5000, gross: 5000 }) === 0 &&
  [7, 8, 19, 20].map((hour) => delivers(hour, hours)).join() === 'false,true,true,false';
console.log(right ? 'as it should be' : 'not as it should be');
process.exit(right ? 0 : 1);
