import type { RecordedHost } from './recorded.ts'

const sanFrancisco = { location: 'San Francisco' }

/** Recorded answers of OpenAI Chat Completions. */
export const chatHosts: readonly RecordedHost[] = [
  {
    label: 'OpenAI, chat',
    native: 'openai',
    type: 1,
    model: 'gpt-4.1',
    answers: [
      {
        name: 'openai/openai-text',
        text: '**Holiday Name:** Gala',
        streamText: '**Holiday Name:** Harm',
        usage: [16, 363],
        streamUsage: [16, 300],
      },
    ],
  },
  {
    label: 'Azure OpenAI, chat',
    native: 'openai',
    type: 3,
    model: 'dep',
    answers: [
      {
        name: 'azure/azure-deepseek-reasoning.1',
        only: 'plain',
        text: 'Absolutely! Based on t',
        reasoning: 'We need to invent a ne',
        usage: [19, 1_969],
      },
    ],
  },
  {
    ...{
      label: 'a custom host (Groq)',
      native: 'openai',
      type: 8,
      model: 'llama-3.3-70b-versatile',
      basePath: '/openai/v1/chat/completions',
    },
    answers: [
      {
        name: 'groq/groq-text',
        text: "I'd like",
        streamText: 'Introducing',
        usage: [45, 607],
        streamUsage: [45, 662],
      },
      {
        ...{ name: 'groq/groq-tool-call', text: '', usage: [218, 15], streamUsage: [210, 15] },
        tools: [['weather', {}]],
      },
      {
        name: 'groq/groq-reasoning',
        only: 'plain',
        text: 'The word "strawberry" ',
        reasoning: 'Okay, so the user is a',
        usage: [17, 649],
      },
    ],
  },
  {
    label: 'a custom host',
    native: 'openai',
    type: 8,
    model: 'grok-3-mini',
    basePath: '/v1/chat/completions',
    answers: [
      {
        name: 'openai-compatible/xai-text',
        text: 'Grok',
        reasoning: 'First, the user said: ',
        usage: [12, 322],
        streamUsage: [12, 342],
      },
      {
        name: 'openai-compatible/xai-tool-call',
        text: '',
        reasoning: 'First, the user is ask',
        tools: [['weather', { location: 'San Francisco' }]],
        usage: [307, 281],
        streamUsage: [307, 253],
      },
    ],
  },
  {
    ...{ label: 'Qwen', native: 'openai', type: 17, model: 'qwen3-max' },
    answers: [
      {
        ...{ name: 'alibaba/alibaba-reasoning', text: 'The word **"strawberry"**' },
        ...{ reasoning: 'We are asked', usage: [24, 1_668], streamUsage: [24, 1_355] },
      },
      {
        ...{ name: 'alibaba/alibaba-text', text: '## The Festival of', usage: [18, 1_064] },
        streamUsage: [18, 779],
      },
      {
        name: 'alibaba/alibaba-tool-call',
        ...{ text: '', tools: [['weather', sanFrancisco]], usage: [295, 22] },
      },
    ],
  },
  {
    ...{ label: 'DeepSeek', native: 'openai', type: 43, model: 'deepseek-v4-pro' },
    answers: [
      {
        ...{ name: 'deepseek/deepseek-text', text: '## **Holiday Name:', usage: [13, 300] },
        ...{ end: 'length', streamUsage: [13, 400] },
      },
      {
        name: 'deepseek/deepseek-reasoning',
        ...{ text: 'The word "strawberry"', reasoning: 'We are asked', usage: [18, 345] },
        ...{ streamReasoning: 'We need to count', streamUsage: [18, 219] },
      },
      {
        name: 'deepseek/deepseek-tool-call',
        ...{ text: '', reasoning: 'The user', tools: [['weather', sanFrancisco]], usage: [339, 92] },
        streamUsage: [339, 83],
      },
      {
        name: 'deepseek/deepseek-json',
        only: 'plain',
        text: '{\n  "location": "San F',
        reasoning: 'I have the result from',
        usage: [495, 144],
      },
    ],
  },
  {
    ...{ label: 'Mistral', native: null, type: 42, model: 'mistral-small-latest' },
    answers: [
      {
        ...{ name: 'mistral/mistral-text', text: '**Holiday Name', streamText: 'Hello, world!' },
        ...{ usage: [13, 434], streamUsage: [13, 8] },
      },
      {
        name: 'mistral/mistral-reasoning',
        ...{ text: '2 + 2 = 4', reasoning: 'The user is asking', usage: [10, 46] },
      },
      {
        name: 'mistral/mistral-tool-call',
        ...{ text: '', tools: [['weather', sanFrancisco]], usage: [124, 22] },
      },
      {
        ...{ name: 'mistral/mistral-incremental-tool-call', only: 'stream', text: '' },
        tools: [['webSearchTool', { query: 'current Berlin weather' }]],
        usage: [171, 14],
      },
    ],
  },
  {
    ...{ label: 'Moonshot', native: 'openai', type: 25, model: 'kimi-k3' },
    answers: [
      { name: 'moonshotai/moonshotai-text', only: 'plain', text: 'Hello, world!', usage: [9, 5] },
      {
        ...{ name: 'moonshotai/moonshotai-reasoning', only: 'plain', text: 'There are three.' },
        ...{ reasoning: 'Let me count', usage: [20, 30] },
      },
      {
        ...{ name: 'moonshotai/moonshotai-tool-call', only: 'plain', text: '' },
        ...{ tools: [['get_weather', { city: 'Paris' }]], usage: [30, 12] },
      },
      {
        ...{ name: 'moonshotai/moonshotai-stream', only: 'stream', text: 'Hello!' },
        ...{ reasoning: 'Thinking aloud. ', usage: [9, 12] },
      },
    ],
  },
  {
    // Its Chat Completions, which ended in 2026.
    ...{ label: 'a custom host (Perplexity)', native: 'openai', type: 8, model: 'sonar' },
    basePath: '/chat/completions',
    answers: [
      { name: 'perplexity/perplexity-text', text: '**', usage: [11, 392], streamUsage: [11, 434] },
      {
        ...{ name: 'perplexity/perplexity-citations', text: 'The most recent', streamText: 'The current' },
        ...{ usage: [10, 251], streamUsage: [10, 336] },
      },
    ],
  },
  {
    ...{ label: 'xAI', native: 'openai', type: 48, model: 'grok-4.5' },
    answers: [
      {
        ...{
          name: 'openai-compatible/xai-text',
          text: 'Grok',
          reasoning: 'First, the user',
          usage: [12, 322],
        },
        streamUsage: [12, 342],
      },
      {
        ...{ name: 'openai-compatible/xai-tool-call', text: '', reasoning: 'First, the user' },
        ...{ tools: [['weather', sanFrancisco]], usage: [307, 281], streamUsage: [307, 253] },
      },
      {
        name: 'xai/xai-text',
        text: 'Hello',
        reasoning: 'First, the user said: ',
        streamReasoning: 'First, the user said',
        usage: [12, 229],
        streamUsage: [12, 291],
      },
      {
        name: 'xai/xai-tool-call',
        text: '',
        reasoning: 'First, the user is ask',
        streamReasoning: 'First, the user is',
        tools: [['weather', { location: 'San Francisco' }]],
        usage: [291, 215],
        streamUsage: [291, 222],
      },
    ],
  },
]
