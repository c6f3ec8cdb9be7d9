import type { Tool } from '../core/chat/chat-request.ts'
import { fitParameters } from '../core/chat/fit-schema.ts'
import { defined } from '../core/json/defined.ts'

export type FunctionTool = {
  type: 'function'
  function: { name: string; description?: string; parameters: object }
}

/** A tool in the form of OpenAI Chat, with parameters even where the function has none. */
export const buildFunctionTool = ({ name, description, parameters }: Tool): FunctionTool => ({
  type: 'function',
  function: defined<FunctionTool['function']>({ name, description, parameters: fitParameters(parameters) }),
})
