import type { SentBodies } from './sent.ts'

export const difyWorkflowBodies: SentBodies = {
  system: {
    body: {
      inputs: {
        query:
          'SYSTEM:\nBe brief.\n\nSYSTEM:\nUse metres.\nBe kind.\n\nUSER:\nHi\n\nASSISTANT:\nHello\n\nSYSTEM:\nNow in French.\n\nUSER:\nAnd now?',
      },
      response_mode: 'streaming',
      user: 'sluice',
    },
  },
  assistantFirst: {
    body: {
      inputs: { query: 'ASSISTANT:\nHello\n\nUSER:\nOne' },
      response_mode: 'streaming',
      user: 'sluice',
    },
  },
  twoQuestions: {
    body: { inputs: { query: 'USER:\nOne\n\nUSER:\nTwo' }, response_mode: 'streaming', user: 'sluice' },
  },
  emptyContent: {
    body: { inputs: { query: 'USER:\nOne\n\nUSER:\nTwo' }, response_mode: 'streaming', user: 'sluice' },
  },
  toolAuto: {
    body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' },
    dropped: 'tools',
  },
  toolNone: {
    body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' },
    dropped: 'tools',
  },
  toolRequired: {
    body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' },
    dropped: 'tools',
  },
  toolNamed: {
    body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' },
    dropped: 'tools',
  },
  toolResults: {
    body: {
      inputs: {
        query:
          'USER:\nHi\n\nASSISTANT:\nget_weather({"city":"Paris"})\nget_weather({})\n\nUSER:\nError: no such city\nRain',
      },
      response_mode: 'streaming',
      user: 'sluice',
      files: [{ type: 'image', transfer_method: 'local_file', upload_file_id: 'f1' }],
    },
    dropped: 'tools',
  },
  jsonObject: {
    body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' },
    dropped: 'response_format',
  },
  jsonSchema: {
    body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' },
    dropped: 'response_format',
  },
  imageUrl: {
    body: {
      inputs: { query: 'What is it?' },
      response_mode: 'streaming',
      user: 'sluice',
      files: [{ type: 'image', transfer_method: 'remote_url', url: 'https://images.example/a.png' }],
    },
  },
  imageTiff: {
    body: {
      inputs: { query: 'What is it?' },
      response_mode: 'streaming',
      user: 'sluice',
      files: [{ type: 'image', transfer_method: 'local_file', upload_file_id: 'f1' }],
    },
  },
  pdf: {
    body: {
      inputs: { query: 'What is it?' },
      response_mode: 'streaming',
      user: 'sluice',
      files: [{ type: 'document', transfer_method: 'local_file', upload_file_id: 'f1' }],
    },
  },
  stop: { body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' }, dropped: 'stop' },
  stops: { body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' }, dropped: 'stop' },
  limit: {
    body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' },
    dropped: 'max_tokens',
  },
  temperature0: {
    body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' },
    dropped: 'temperature',
  },
  temperature1: { body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' } },
  temperature2: {
    body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' },
    dropped: 'temperature',
  },
  effortNone: { body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' } },
  effortLow: {
    body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' },
    dropped: 'reasoning_effort',
  },
  effortHigh: {
    body: { inputs: { query: 'Hi' }, response_mode: 'streaming', user: 'sluice' },
    dropped: 'reasoning_effort',
  },
}
