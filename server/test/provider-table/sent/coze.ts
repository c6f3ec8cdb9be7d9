import type { SentBodies } from './sent.ts'

export const cozeBodies: SentBodies = {
  system: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [
        {
          role: 'user',
          type: 'question',
          content: 'Be brief.\nUse metres.\nBe kind.\nNow in French.\nHi',
          content_type: 'text',
        },
        { role: 'assistant', type: 'answer', content: 'Hello', content_type: 'text' },
        { role: 'user', type: 'question', content: 'And now?', content_type: 'text' },
      ],
    },
  },
  assistantFirst: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [
        { role: 'assistant', type: 'answer', content: 'Hello', content_type: 'text' },
        { role: 'user', type: 'question', content: 'One', content_type: 'text' },
      ],
    },
  },
  twoQuestions: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [
        { role: 'user', type: 'question', content: 'One', content_type: 'text' },
        { role: 'user', type: 'question', content: 'Two', content_type: 'text' },
      ],
    },
  },
  emptyContent: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [
        { role: 'user', type: 'question', content: 'One', content_type: 'text' },
        { role: 'assistant', type: 'answer', content: '', content_type: 'text' },
        { role: 'user', type: 'question', content: 'Two', content_type: 'text' },
      ],
    },
  },
  toolAuto: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'tools',
  },
  toolNone: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'tools',
  },
  toolRequired: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'tools',
  },
  toolNamed: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'tools',
  },
  toolResults: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [
        { role: 'user', type: 'question', content: 'Hi', content_type: 'text' },
        {
          role: 'assistant',
          type: 'answer',
          content: 'get_weather({"city":"Paris"})\nget_weather({})',
          content_type: 'text',
        },
        {
          role: 'user',
          type: 'question',
          content: '[{"type":"text","text":"Error: no such city\\nRain"},{"type":"image","file_id":"f1"}]',
          content_type: 'object_string',
        },
      ],
    },
    dropped: 'tools',
  },
  jsonObject: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'response_format',
  },
  jsonSchema: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'response_format',
  },
  imageUrl: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [
        {
          role: 'user',
          type: 'question',
          content: '[{"type":"text","text":"What is it?"},{"type":"image","file_url":"https://images.example/a.png"}]',
          content_type: 'object_string',
        },
      ],
    },
  },
  imageTiff: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [
        {
          role: 'user',
          type: 'question',
          content: '[{"type":"text","text":"What is it?"},{"type":"image","file_id":"f1"}]',
          content_type: 'object_string',
        },
      ],
    },
  },
  pdf: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [
        {
          role: 'user',
          type: 'question',
          content: '[{"type":"text","text":"What is it?"},{"type":"file","file_id":"f1"}]',
          content_type: 'object_string',
        },
      ],
    },
  },
  stop: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'stop',
  },
  stops: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'stop',
  },
  limit: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'max_tokens',
  },
  temperature0: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'temperature',
  },
  temperature1: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
  },
  temperature2: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'temperature',
  },
  effortNone: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
  },
  effortLow: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'reasoning_effort',
  },
  effortHigh: {
    body: {
      bot_id: '7342866812345',
      user_id: 'sluice',
      stream: true,
      auto_save_history: false,
      additional_messages: [{ role: 'user', type: 'question', content: 'Hi', content_type: 'text' }],
    },
    dropped: 'reasoning_effort',
  },
}
