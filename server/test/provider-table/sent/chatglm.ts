import type { SentBodies } from './sent.ts'

export const chatglmBodies: SentBodies = {
  system: {
    body: {
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'system', content: 'Use metres.\nBe kind.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'system', content: 'Now in French.' },
        { role: 'user', content: 'And now?' },
      ],
      incremental: true,
    },
  },
  assistantFirst: {
    body: {
      prompt: [
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'One' },
      ],
      incremental: true,
    },
  },
  twoQuestions: {
    body: {
      prompt: [
        { role: 'user', content: 'One' },
        { role: 'user', content: 'Two' },
      ],
      incremental: true,
    },
  },
  emptyContent: {
    body: {
      prompt: [
        { role: 'user', content: 'One' },
        { role: 'assistant', content: '' },
        { role: 'user', content: 'Two' },
      ],
      incremental: true,
    },
  },
  toolAuto: { body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true }, dropped: 'tools' },
  toolNone: { body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true }, dropped: 'tools' },
  toolRequired: { body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true }, dropped: 'tools' },
  toolNamed: { body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true }, dropped: 'tools' },
  toolResults: {
    body: {
      prompt: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'get_weather({"city":"Paris"})\nget_weather({})' },
        { role: 'user', content: 'Error: no such city\nRain' },
      ],
      incremental: true,
    },
    dropped: 'messages.image, tools',
  },
  jsonObject: {
    body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true },
    dropped: 'response_format',
  },
  jsonSchema: {
    body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true },
    dropped: 'response_format',
  },
  imageUrl: { refused: 'messages.0 contains an image, which cannot be sent to the provider of this model.' },
  imageTiff: { refused: 'messages.0 contains an image, which cannot be sent to the provider of this model.' },
  pdf: { refused: 'messages.0 contains a document, which cannot be sent to the provider of this model.' },
  stop: { body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true }, dropped: 'stop' },
  stops: { body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true }, dropped: 'stop' },
  limit: { body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true }, dropped: 'max_tokens' },
  temperature0: { body: { prompt: [{ role: 'user', content: 'Hi' }], temperature: 0, incremental: true } },
  temperature1: { body: { prompt: [{ role: 'user', content: 'Hi' }], temperature: 1, incremental: true } },
  temperature2: { body: { prompt: [{ role: 'user', content: 'Hi' }], temperature: 2, incremental: true } },
  effortNone: { body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true } },
  effortLow: {
    body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true },
    dropped: 'reasoning_effort',
  },
  effortHigh: {
    body: { prompt: [{ role: 'user', content: 'Hi' }], incremental: true },
    dropped: 'reasoning_effort',
  },
}
