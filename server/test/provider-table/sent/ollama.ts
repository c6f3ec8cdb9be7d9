import { parameters, schema } from '../requests.ts'
import type { SentBodies } from './sent.ts'

export const ollamaBodies: SentBodies = {
  system: {
    body: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'system', content: 'Use metres.\nBe kind.' },
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
      tools: [
        {
          type: 'function',
          function: { name: 'get_weather', description: 'Weather', parameters: parameters },
        },
      ],
      stream: false,
    },
  },
  toolNone: { body: { messages: [{ role: 'user', content: 'Hi' }], stream: false } },
  toolRequired: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [
        {
          type: 'function',
          function: { name: 'get_weather', description: 'Weather', parameters: parameters },
        },
      ],
      stream: false,
    },
    dropped: 'tool_choice',
  },
  toolNamed: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [
        {
          type: 'function',
          function: { name: 'get_weather', description: 'Weather', parameters: parameters },
        },
      ],
      stream: false,
    },
    dropped: 'tool_choice',
  },
  toolResults: {
    body: {
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { function: { name: 'get_weather', arguments: { city: 'Paris' } } },
            { function: { name: 'get_weather', arguments: {} } },
          ],
        },
        { role: 'tool', tool_name: 'get_weather', content: 'Error: no such city' },
        { role: 'tool', tool_name: 'get_weather', content: 'Rain', images: ['iVBORw0KGgo='] },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'get_weather', description: 'Weather', parameters: parameters },
        },
      ],
      stream: false,
    },
  },
  jsonObject: { body: { messages: [{ role: 'user', content: 'Hi' }], format: 'json', stream: false } },
  jsonSchema: { body: { messages: [{ role: 'user', content: 'Hi' }], format: schema, stream: false } },
  imageUrl: {
    body: { messages: [{ role: 'user', content: 'What is it?', images: ['iVBORw0KGgo='] }], stream: false },
  },
  imageTiff: {
    body: { messages: [{ role: 'user', content: 'What is it?', images: ['SUkqAAgAAAA='] }], stream: false },
  },
  pdf: { refused: 'messages.0 contains a document, which cannot be sent to the provider of this model.' },
  stop: { body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, options: { stop: ['END'] } } },
  stops: {
    body: {
      messages: [{ role: 'user', content: 'Hi' }],
      stream: false,
      options: { stop: ['a', 'b', 'c', 'd', 'e', 'f'] },
    },
  },
  limit: {
    body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, options: { num_predict: 100 } },
  },
  temperature0: {
    body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, options: { temperature: 0 } },
  },
  temperature1: {
    body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, options: { temperature: 1 } },
  },
  temperature2: {
    body: { messages: [{ role: 'user', content: 'Hi' }], stream: false, options: { temperature: 2 } },
  },
  effortNone: { body: { messages: [{ role: 'user', content: 'Hi' }], think: false, stream: false } },
  effortLow: { body: { messages: [{ role: 'user', content: 'Hi' }], think: true, stream: false } },
  effortHigh: { body: { messages: [{ role: 'user', content: 'Hi' }], think: true, stream: false } },
}
