import { parameters, schema } from '../requests.ts'
import type { SentBodies } from './sent.ts'

export const cohereBodies: SentBodies = {
  system: {
    body: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'system', content: 'Use metres.\n\nBe kind.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'system', content: 'Now in French.' },
        { role: 'user', content: 'And now?' },
      ],
      stream: false,
    },
  },
  assistantFirst: {
    body: {
      messages: [
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'One' },
      ],
      stream: false,
    },
  },
  twoQuestions: {
    body: {
      messages: [
        { role: 'user', content: 'One' },
        { role: 'user', content: 'Two' },
      ],
      stream: false,
    },
  },
  emptyContent: {
    body: {
      messages: [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: '' },
        { role: 'user', content: 'Two' },
      ],
      stream: false,
    },
  },
  toolAuto: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      tools: [
        {
          type: 'function',
          function: { name: 'get_weather', description: 'Weather', parameters: parameters },
        },
      ],
    },
  },
  toolNone: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      tools: [
        {
          type: 'function',
          function: { name: 'get_weather', description: 'Weather', parameters: parameters },
        },
      ],
      tool_choice: 'NONE',
    },
  },
  toolRequired: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      tools: [
        {
          type: 'function',
          function: { name: 'get_weather', description: 'Weather', parameters: parameters },
        },
      ],
      tool_choice: 'REQUIRED',
    },
  },
  toolNamed: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      tools: [
        {
          type: 'function',
          function: { name: 'get_weather', description: 'Weather', parameters: parameters },
        },
      ],
      tool_choice: 'REQUIRED',
    },
  },
  toolResults: {
    body: {
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          tool_calls: [
            {
              id: 'call_one01',
              type: 'function',
              function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
            },
            { id: 'call_two02', type: 'function', function: { name: 'get_weather', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_two02', content: 'Error: no such city' },
        { role: 'tool', tool_call_id: 'call_one01', content: 'Rain' },
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
        },
      ],
      stream: false,
      tools: [
        {
          type: 'function',
          function: { name: 'get_weather', description: 'Weather', parameters: parameters },
        },
      ],
    },
  },
  jsonObject: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      response_format: { type: 'json_object' },
    },
  },
  jsonSchema: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      response_format: { type: 'json_object', json_schema: schema },
    },
  },
  imageUrl: {
    body: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url: 'https://images.example/a.png' } },
          ],
        },
      ],
      stream: false,
    },
  },
  imageTiff: {
    body: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url: 'data:image/tiff;base64,SUkqAAgAAAA=' } },
          ],
        },
      ],
      stream: false,
    },
  },
  pdf: { refused: 'messages.0 contains a document, which cannot be sent to the provider of this model.' },
  stop: { body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, stop_sequences: ['END'] } },
  stops: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      stop_sequences: ['a', 'b', 'c', 'd', 'e'],
    },
    dropped: 'stop',
  },
  limit: { body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, max_tokens: 100 } },
  temperature0: { body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, temperature: 0 } },
  temperature1: { body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, temperature: 1 } },
  temperature2: { body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, temperature: 1 } },
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
