/** What every client must read of a recorded answer. */
export interface Recorded {
  /** `folder/name` in `__fixtures__`; the whole answer, the stream, or both under one name. */
  name: string
  /** Absent = it is there in both forms. */
  only?: 'plain' | 'stream'
  /** The text begins so; '' = there is none. */
  text: string
  /** Of the stream, where it is another answer. */
  streamText?: string
  /** The reasoning begins so. */
  reasoning?: string
  streamReasoning?: string
  /** Calls of functions, with their arguments. */
  tools?: readonly [name: string, input: unknown][]
  /** Tokens that are charged: of the whole answer, and of the stream where they differ. */
  usage: readonly [input: number, output: number]
  streamUsage?: readonly [input: number, output: number]
}

/** The official packages, by the format that they speak. */
export type RecordedClient = 'openai' | 'responses' | 'anthropic' | 'gemini'

export interface RecordedHost {
  label: string
  type: number
  model: string
  key?: string
  /** The path of the base URL. */
  basePath?: string
  /** How a stream is framed; absent = server-sent events that end with `[DONE]`. `named` = they have names. */
  framing?: 'events' | 'named' | 'aws'
  /** The clients for whom it answers in the format of the recordings; absent = all: a second format is answered 404. */
  clients?: readonly RecordedClient[]
  answers: readonly Recorded[]
}

const sanFrancisco = { location: 'San Francisco' }

/** The providers of which there are recorded answers. */
export const recordedHosts: readonly RecordedHost[] = [
  {
    ...{ label: 'OpenAI', type: 1, model: 'gpt-5.3', framing: 'events', clients: ['responses'] },
    answers: [
      {
        // Its stream is abridged.
        ...{ name: 'openai/openai-phase.1', only: 'plain', text: 'I’ll quickly check', usage: [7_243, 423] },
      },
    ],
  },
  {
    ...{ label: 'Azure OpenAI', type: 3, model: 'dep', framing: 'events', clients: ['responses'] },
    answers: [
      { name: 'azure/azure-text.1', text: 'Word', streamText: 'Hello', usage: [11, 11] },
      {
        ...{ name: 'azure/azure-tool-call.1', text: '', usage: [45, 24] },
        tools: [['weather', sanFrancisco]],
      },
    ],
  },
  {
    ...{ label: 'Anthropic', type: 14, model: 'claude-opus-5-5', framing: 'named' },
    answers: [
      {
        ...{ name: 'anthropic/anthropic-text', text: 'Hello!' },
        ...{ usage: [12, 29], streamUsage: [12, 30] },
      },
    ],
  },
  {
    ...{ label: 'Google Gemini', type: 24, model: 'gemini-3.8-flash', framing: 'events' },
    answers: [
      {
        ...{ name: 'google/google-text', text: 'There are **3** r', streamText: 'There are **3**' },
        ...{ usage: [9, 272], streamUsage: [9, 208] },
      },
      {
        ...{ name: 'google/google-reasoning', text: 'There are **3**' },
        ...{ usage: [9, 311], streamUsage: [9, 285] },
      },
      {
        ...{ name: 'google/google-tool-call', text: '', tools: [['weather', sanFrancisco]] },
        ...{ usage: [29, 908], streamUsage: [29, 60] },
      },
    ],
  },
  {
    ...{
      label: 'a custom host (Groq)',
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
    ],
  },
  {
    ...{
      label: 'a custom host (LM Studio)',
      type: 8,
      model: 'qwen3',
      basePath: '/v1/responses',
      framing: 'events',
    },
    answers: [
      {
        ...{ name: 'open-responses/lmstudio-tool-call.1', text: '', streamText: "I'll get" },
        ...{ streamReasoning: 'The user is asking', tools: [['weather', sanFrancisco]] },
        ...{ usage: [1_189, 11], streamUsage: [182, 61] },
      },
    ],
  },
  {
    ...{ label: 'Qwen', type: 17, model: 'qwen3-max' },
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
    ...{ label: 'DeepSeek', type: 43, model: 'deepseek-v4-pro' },
    answers: [
      {
        ...{ name: 'deepseek/deepseek-text', text: '## **Holiday Name:', usage: [13, 300] },
        streamUsage: [13, 400],
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
    ],
  },
  {
    ...{ label: 'Mistral', type: 42, model: 'mistral-small-latest' },
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
    ...{ label: 'Moonshot', type: 25, model: 'kimi-k3' },
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
    ...{ label: 'Perplexity', type: 27, model: 'sonar' },
    answers: [
      { name: 'perplexity/perplexity-text', text: '**', usage: [11, 392], streamUsage: [11, 434] },
      {
        ...{ name: 'perplexity/perplexity-citations', text: 'The most recent', streamText: 'The current' },
        ...{ usage: [10, 251], streamUsage: [10, 336] },
      },
    ],
  },
  {
    ...{ label: 'xAI', type: 48, model: 'grok-4.5' },
    answers: [
      {
        ...{ name: 'xai/xai-text', text: 'Grok', reasoning: 'First, the user', usage: [12, 322] },
        streamUsage: [12, 342],
      },
      {
        ...{ name: 'xai/xai-tool-call', text: '', reasoning: 'First, the user' },
        ...{ tools: [['weather', sanFrancisco]], usage: [307, 281], streamUsage: [307, 253] },
      },
    ],
  },
  {
    ...{ label: 'xAI in its own Responses', type: 48, model: 'grok-4.5', framing: 'events' },
    clients: ['responses'],
    answers: [
      {
        ...{ name: 'xai/xai-text-streaming.1', only: 'stream', text: '### Overview of Sonoran' },
        ...{ reasoning: 'First, the question', usage: [216, 863] },
      },
      {
        ...{ name: 'xai/xai-text-with-reasoning-streaming-store-false.1', only: 'stream' },
        ...{ text: '### Overview of Sonoran', reasoning: 'First, the question', usage: [216, 831] },
      },
      {
        ...{ name: 'xai/xai-web-search-tool.1', text: 'xAI is an American' },
        ...{ usage: [1_941, 583], streamUsage: [1_875, 695] },
      },
    ],
  },
  {
    ...{ label: 'Cohere', type: 34, model: 'command-a-03-2025', framing: 'events' },
    answers: [
      { name: 'cohere/cohere-text', text: 'The capital of France is Paris.', usage: [12, 7] },
      {
        name: 'cohere/cohere-reasoning',
        ...{ text: '2 + 2 = 4', reasoning: 'Okay', usage: [8, 578] },
        ...{ streamText: 'The answer to 2 + 2', streamReasoning: 'The user is asking', streamUsage: [8, 50] },
      },
      {
        name: 'cohere/cohere-tool-call',
        ...{ text: '', reasoning: 'I will', usage: [119, 52], streamUsage: [119, 44] },
        tools: [
          ['weather', sanFrancisco],
          ['cityAttractions', { city: 'San Francisco' }],
        ],
      },
    ],
  },
  {
    ...{ label: 'Bedrock', type: 33, model: 'amazon.nova-pro-v1:0', framing: 'aws' },
    key: 'AKIDEXAMPLE|secret|us-east-1',
    answers: [
      {
        name: 'amazon-bedrock/amazon-bedrock-text',
        ...{ text: 'Let me count', usage: [22, 57], streamUsage: [22, 55] },
      },
      {
        name: 'amazon-bedrock/amazon-bedrock-reasoning',
        ...{ text: 'There are **3**', reasoning: 'Let me count', usage: [51, 78], streamUsage: [51, 94] },
      },
      {
        ...{ name: 'amazon-bedrock/amazon-bedrock-tool-call.1', only: 'plain', text: '' },
        ...{ tools: [['bash', { command: 'ls -l' }]], usage: [10, 20] },
      },
    ],
  },
]
