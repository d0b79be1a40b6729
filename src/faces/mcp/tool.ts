import type { ZodRawShape, z } from 'zod';
import type { AppContext } from '../../app/context.ts';

/** What a call of a tool may use. */
export interface ToolCall {
  context: AppContext;
  /** The client gave up on the call. */
  signal: AbortSignal;
}

/** A tool of the server: what it takes, what it returns, and the app function between. */
export interface Tool<In extends ZodRawShape = ZodRawShape, Out extends ZodRawShape = ZodRawShape> {
  name: string;
  title: string;
  description: string;
  input: In;
  output: Out;
  /** It starts or changes something: not offered in read-only mode. */
  writes?: boolean;
  run(input: z.output<z.ZodObject<In>>, call: ToolCall): Promise<{ text: string; result: z.input<z.ZodObject<Out>> }>;
}

/** Keeps the types of one tool together; the server handles all of them alike. */
export function tool<In extends ZodRawShape, Out extends ZodRawShape>(one: Tool<In, Out>): Tool {
  return one as unknown as Tool;
}
