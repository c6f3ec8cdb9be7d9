import type { SentBodies } from './sent.ts'

/** A library of AI Proxy. */
export const libraryBodies: SentBodies = {
  system: { body: { query: 'And now?', libraryId: '1234', stream: false } },
  assistantFirst: { body: { query: 'One', libraryId: '1234', stream: false } },
  twoQuestions: { body: { query: 'Two', libraryId: '1234', stream: false } },
  emptyContent: { body: { query: 'Two', libraryId: '1234', stream: false } },
  toolAuto: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'tools' },
  toolNone: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'tools' },
  toolRequired: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'tools' },
  toolNamed: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'tools' },
  toolResults: {
    body: { query: 'Error: no such city\nRain', libraryId: '1234', stream: false },
    dropped: 'messages.image, tools',
  },
  jsonObject: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'response_format' },
  jsonSchema: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'response_format' },
  imageUrl: { refused: 'messages.0 contains an image, which cannot be sent to the provider of this model.' },
  imageTiff: { refused: 'messages.0 contains an image, which cannot be sent to the provider of this model.' },
  pdf: { refused: 'messages.0 contains a document, which cannot be sent to the provider of this model.' },
  stop: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'stop' },
  stops: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'stop' },
  limit: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'max_tokens' },
  temperature0: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'temperature' },
  temperature1: { body: { query: 'Hi', libraryId: '1234', stream: false } },
  temperature2: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'temperature' },
  effortNone: { body: { query: 'Hi', libraryId: '1234', stream: false } },
  effortLow: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'reasoning_effort' },
  effortHigh: { body: { query: 'Hi', libraryId: '1234', stream: false }, dropped: 'reasoning_effort' },
}
