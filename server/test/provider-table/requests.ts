import type { JsonRecord } from '@sluice/contract/read-json'
import { city, pictureUrl, toolName } from './samples.ts'

// The requests of a client of OpenAI's format for the lines of the checklist.

/** The test replaces it with the address of an image on the fake upstream. */
export const imageAddress = 'https://images.example/a.png'

const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })
const hi = [user('Hi')]
const askAbout = (content: object): readonly object[] => [user([{ type: 'text', text: 'What is it?' }, content])]

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools = [{ type: 'function', function: { name: toolName, description: 'Weather', parameters } }]
const named = { type: 'function', function: { name: toolName } }
export const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const functionCall = (id: string, args: string) => ({
  id,
  type: 'function',
  function: { name: toolName, arguments: args },
})
const result = (id: string, content: unknown) => ({ role: 'tool', tool_call_id: id, content })

export const requests = {
  /** Instructions as a text, as parts, in several messages, and in the middle. */
  system: {
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'system',
        content: [
          { type: 'text', text: 'Use metres.' },
          { type: 'text', text: 'Be kind.' },
        ],
      },
      user('Hi'),
      assistant('Hello'),
      { role: 'system', content: 'Now in French.' },
      user('And now?'),
    ],
  },
  assistantFirst: { messages: [assistant('Hello'), user('One')] },
  twoQuestions: { messages: [user('One'), user('Two')] },
  emptyContent: { messages: [user('One'), assistant(''), user('Two')] },
  toolAuto: { messages: hi, tools, tool_choice: 'auto' },
  toolNone: { messages: hi, tools, tool_choice: 'none' },
  toolRequired: { messages: hi, tools, tool_choice: 'required' },
  toolNamed: { messages: hi, tools, tool_choice: named },
  /** Two calls, one of them without arguments; the results in another order, with an image and an error. */
  toolResults: {
    tools,
    messages: [
      user('Hi'),
      {
        ...assistant(null),
        tool_calls: [functionCall('call_one01', JSON.stringify(city)), functionCall('call_two02', '')],
      },
      result('call_two02', 'Error: no such city'),
      result('call_one01', [
        { type: 'text', text: 'Rain' },
        { type: 'image_url', image_url: { url: pictureUrl } },
      ]),
    ],
  },
  jsonObject: { messages: hi, response_format: { type: 'json_object' } },
  jsonSchema: {
    messages: hi,
    response_format: { type: 'json_schema', json_schema: { name: 'place', strict: true, schema } },
  },
  imageUrl: {
    messages: askAbout({ type: 'image_url', image_url: { url: imageAddress } }),
  },
  imageTiff: {
    messages: askAbout({ type: 'image_url', image_url: { url: 'data:image/tiff;base64,SUkqAAgAAAA=' } }),
  },
  pdf: {
    messages: askAbout({
      type: 'file',
      file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
    }),
  },
  stop: { messages: hi, stop: 'END' },
  stops: { messages: hi, stop: ['a', 'b', 'c', 'd', 'e', 'f'] },
  limit: { messages: hi, max_completion_tokens: 100 },
  temperature0: { messages: hi, temperature: 0 },
  temperature1: { messages: hi, temperature: 1 },
  temperature2: { messages: hi, temperature: 2 },
  effortNone: { messages: hi, reasoning_effort: 'none' },
  effortLow: { messages: hi, reasoning_effort: 'low' },
  effortHigh: { messages: hi, reasoning_effort: 'high' },
} satisfies Record<string, JsonRecord>
export type RequestName = keyof typeof requests
