import { parameters } from '../requests.ts'
import type { SentBodies } from './sent.ts'

export const wenxinBodies: SentBodies = {
  system: {
    body: {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'And now?' },
      ],
      system: 'Be brief.\n\nUse metres.\nBe kind.\n\nNow in French.',
      stream: false,
    },
  },
  assistantFirst: {
    body: {
      messages: [
        { role: 'user', content: '…' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'One' },
      ],
      stream: false,
    },
  },
  twoQuestions: { body: { messages: [{ role: 'user', content: 'One\nTwo' }], stream: false } },
  emptyContent: {
    body: {
      messages: [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: '…' },
        { role: 'user', content: 'Two' },
      ],
      stream: false,
    },
  },
  toolAuto: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      functions: [{ name: 'get_weather', description: 'Weather', parameters: parameters }],
    },
  },
  toolNone: { body: { messages: [{ role: 'user', content: 'Hi' }], stream: false } },
  toolRequired: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      functions: [{ name: 'get_weather', description: 'Weather', parameters: parameters }],
    },
    dropped: 'tool_choice',
  },
  toolNamed: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      functions: [{ name: 'get_weather', description: 'Weather', parameters: parameters }],
      tool_choice: { type: 'function', function: { name: 'get_weather' } },
    },
  },
  toolResults: {
    body: {
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: '',
          function_call: { name: 'get_weather', arguments: '{"city":"Paris"}' },
        },
        { role: 'function', name: 'get_weather', content: 'Rain' },
        { role: 'assistant', content: '', function_call: { name: 'get_weather', arguments: '{}' } },
        { role: 'function', name: 'get_weather', content: 'Error: no such city' },
      ],
      stream: false,
      functions: [{ name: 'get_weather', description: 'Weather', parameters: parameters }],
    },
    dropped: 'messages.image',
  },
  jsonObject: {
    body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, response_format: 'json_object' },
  },
  jsonSchema: {
    body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, response_format: 'json_object' },
    dropped: 'response_format',
  },
  imageUrl: { refused: 'messages.0 contains an image, which cannot be sent to the provider of this model.' },
  imageTiff: { refused: 'messages.0 contains an image, which cannot be sent to the provider of this model.' },
  pdf: { refused: 'messages.0 contains a document, which cannot be sent to the provider of this model.' },
  stop: { body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, stop: ['END'] } },
  stops: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      stop: ['a', 'b', 'c', 'd', 'e', 'f'],
    },
  },
  limit: { body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, max_output_tokens: 100 } },
  temperature0: { body: { messages: [{ role: 'user', content: 'Hi' }], temperature: 0.01, stream: false } },
  temperature1: { body: { messages: [{ role: 'user', content: 'Hi' }], temperature: 1, stream: false } },
  temperature2: { body: { messages: [{ role: 'user', content: 'Hi' }], temperature: 1, stream: false } },
  effortNone: { body: { messages: [{ role: 'user', content: 'Hi' }], stream: false } },
  effortLow: {
    body: { messages: [{ role: 'user', content: 'Hi' }], stream: false },
    dropped: 'reasoning_effort',
  },
  effortHigh: {
    body: { messages: [{ role: 'user', content: 'Hi' }], stream: false },
    dropped: 'reasoning_effort',
  },
}
