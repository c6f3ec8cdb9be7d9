import type { JsonRecord } from '@sluice/contract/read-json'
import type { Tool } from '../core/chat/chat-request.ts'
import { defined } from '../core/json/defined.ts'

/** A tool in the form of OpenAI Chat, with parameters even where the function has none. */
export const buildFunctionTool = ({
  name,
  description,
  parameters = { type: 'object', properties: {} },
}: Tool): JsonRecord => ({
  type: 'function',
  function: defined<JsonRecord>({ name, description, parameters }),
})
