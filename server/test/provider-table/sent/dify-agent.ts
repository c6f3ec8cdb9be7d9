import type { SentBodies } from './sent.ts'

export const difyAgentBodies: SentBodies = {
  system: {
    body: {
      inputs: {},
      query:
        'SYSTEM:\nBe brief.\n\nSYSTEM:\nUse metres.\nBe kind.\n\nUSER:\nHi\n\nASSISTANT:\nHello\n\nSYSTEM:\nNow in French.\n\nUSER:\nAnd now?',
      response_mode: 'streaming',
      user: 'sluice',
      auto_generate_name: false,
    },
  },
  assistantFirst: {
    body: {
      inputs: {},
      query: 'ASSISTANT:\nHello\n\nUSER:\nOne',
      response_mode: 'streaming',
      user: 'sluice',
      auto_generate_name: false,
    },
  },
  twoQuestions: {
    body: {
      inputs: {},
      query: 'USER:\nOne\n\nUSER:\nTwo',
      response_mode: 'streaming',
      user: 'sluice',
      auto_generate_name: false,
    },
  },
  emptyContent: {
    body: {
      inputs: {},
      query: 'USER:\nOne\n\nUSER:\nTwo',
      response_mode: 'streaming',
      user: 'sluice',
      auto_generate_name: false,
    },
  },
  toolAuto: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'tools',
  },
  toolNone: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'tools',
  },
  toolRequired: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'tools',
  },
  toolNamed: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'tools',
  },
  toolResults: {
    body: {
      inputs: {},
      query:
        'USER:\nHi\n\nASSISTANT:\nget_weather({"city":"Paris"})\nget_weather({})\n\nUSER:\nError: no such city\nRain',
      response_mode: 'streaming',
      user: 'sluice',
      files: [{ type: 'image', transfer_method: 'local_file', upload_file_id: 'f1' }],
      auto_generate_name: false,
    },
    dropped: 'tools',
  },
  jsonObject: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'response_format',
  },
  jsonSchema: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'response_format',
  },
  imageUrl: {
    body: {
      inputs: {},
      query: 'What is it?',
      response_mode: 'streaming',
      user: 'sluice',
      files: [{ type: 'image', transfer_method: 'remote_url', url: 'https://images.example/a.png' }],
      auto_generate_name: false,
    },
  },
  imageTiff: {
    body: {
      inputs: {},
      query: 'What is it?',
      response_mode: 'streaming',
      user: 'sluice',
      files: [{ type: 'image', transfer_method: 'local_file', upload_file_id: 'f1' }],
      auto_generate_name: false,
    },
  },
  pdf: {
    body: {
      inputs: {},
      query: 'What is it?',
      response_mode: 'streaming',
      user: 'sluice',
      files: [{ type: 'document', transfer_method: 'local_file', upload_file_id: 'f1' }],
      auto_generate_name: false,
    },
  },
  stop: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'stop',
  },
  stops: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'stop',
  },
  limit: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'max_tokens',
  },
  temperature0: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'temperature',
  },
  temperature1: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
  },
  temperature2: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'temperature',
  },
  effortNone: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
  },
  effortLow: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'reasoning_effort',
  },
  effortHigh: {
    body: { inputs: {}, query: 'Hi', response_mode: 'streaming', user: 'sluice', auto_generate_name: false },
    dropped: 'reasoning_effort',
  },
}
