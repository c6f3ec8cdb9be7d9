import type { RecordedClient, RecordedHost } from './recorded.ts'

const sanFrancisco = { location: 'San Francisco' }

const ingredients = [
  ['16 oz', 'Lasagna noodles'],
  ['1 lb', 'Ground beef'],
  ['15 oz', 'Ricotta cheese'],
  ['3 cups', 'Mozzarella cheese'],
  ['1/2 cup', 'Parmesan cheese'],
  ['24 oz', 'Tomato sauce'],
  ['1', 'Egg'],
  ['2 cloves', 'Garlic'],
  ['1 tsp', 'Salt'],
  ['1/2 tsp', 'Pepper'],
]
const steps = [
  'Preheat oven to 375°F (190°C).',
  'Cook lasagna noodles according to package directions, drain and set aside.',
  'Brown ground beef with minced garlic in a skillet. Drain fat and stir in tomato sauce. Simmer for 10 minutes.',
  'In a bowl, mix ricotta cheese, egg, salt, pepper, and Parmesan cheese.',
  'In a 9x13 baking dish, spread a thin layer of meat sauce.',
  'Layer noodles, ricotta mixture, mozzarella, and meat sauce. Repeat.',
  'Top with remaining mozzarella cheese.',
  'Cover with foil and bake for 25 minutes.',
  'Remove foil and bake for another 25 minutes until golden.',
  'Let stand for 15 minutes before serving.',
]
const lasagna = {
  recipe: { name: 'Lasagna', ingredients: ingredients.map(([amount, name]) => ({ amount, name })), steps },
}

/** Google's own package has no reader for arguments in pieces: it shows them as they are. */
const withoutPieces: readonly RecordedClient[] = ['openai', 'responses', 'anthropic']

/** Recorded answers of Gemini, Cohere and Bedrock's Converse. */
export const ownHosts: readonly RecordedHost[] = [
  {
    label: 'Google Gemini',
    native: 'gemini',
    provider: 'google',
    model: 'gemini-3.8-flash',
    framing: 'events',
    answers: [
      {
        name: 'google/google-text',
        text: 'There are **3** r',
        streamText: 'There are **3**',
        usage: [9, 272],
        streamUsage: [9, 208],
      },
      {
        name: 'google/google-reasoning',
        text: 'There are **3**',
        usage: [9, 311],
        streamUsage: [9, 285],
      },
      {
        name: 'google/google-tool-call',
        text: '',
        tools: [['weather', sanFrancisco]],
        usage: [29, 908],
        streamUsage: [29, 60],
      },
      {
        name: 'google/google-stream-no-args-tool-call',
        only: 'stream',
        text: '',
        reasoning: '**Processing User',
        tools: [
          ['read_theme', {}],
          ['read_screen', { id: 'A' }],
          ['read_screen', { id: 'B' }],
          ['read_screen', { id: 'C' }],
        ],
        usage: [249, 241],
        clients: withoutPieces,
      },
      {
        name: 'google/google-vertex-stream-tool-call-arguments-nested.1',
        only: 'stream',
        text: '',
        tools: [['cookRecipe', lasagna]],
        usage: [31, 1_710],
        clients: withoutPieces,
      },
    ],
  },
  {
    label: 'Cohere',
    native: null,
    provider: 'cohere',
    model: 'command-a-03-2025',
    framing: 'events',
    answers: [
      { name: 'cohere/cohere-text', text: 'The capital of France is Paris.', usage: [12, 7] },
      {
        name: 'cohere/cohere-reasoning',
        text: '2 + 2 = 4',
        reasoning: 'Okay',
        usage: [8, 578],
        streamText: 'The answer to 2 + 2',
        streamReasoning: 'The user is asking',
        streamUsage: [8, 50],
      },
      {
        name: 'cohere/cohere-tool-call',
        text: '',
        reasoning: 'I will',
        usage: [119, 52],
        streamUsage: [119, 44],
        tools: [
          ['weather', sanFrancisco],
          ['cityAttractions', { city: 'San Francisco' }],
        ],
      },
      {
        name: 'cohere/cohere-max-tokens',
        only: 'plain',
        text: '**The History of',
        end: 'length',
        usage: [11, 4],
      },
      {
        name: 'cohere/cohere-empty-tool-call',
        only: 'stream',
        text: '',
        reasoning: 'I will use',
        tools: [['currentTime', {}]],
        usage: [46, 14],
      },
    ],
  },
  {
    label: 'Bedrock',
    native: null,
    provider: 'bedrock',
    model: 'amazon.nova-pro-v1:0',
    framing: 'aws',
    key: 'AKIDEXAMPLE|secret|us-east-1',
    answers: [
      {
        name: 'amazon-bedrock/amazon-bedrock-text',
        text: 'Let me count',
        usage: [22, 57],
        streamUsage: [22, 55],
      },
      {
        name: 'amazon-bedrock/amazon-bedrock-reasoning',
        text: 'There are **3**',
        reasoning: 'Let me count',
        usage: [51, 78],
        streamUsage: [51, 94],
      },
      {
        name: 'amazon-bedrock/amazon-bedrock-tool-call.1',
        text: '',
        usage: [10, 20],
        tools: [['bash', { command: 'ls -l' }]],
        streamTools: [['test-tool', { value: 'Sparkle Day' }]],
        streamUsage: [125, 45],
      },
      {
        name: 'amazon-bedrock/amazon-bedrock-json-only-text-first.1',
        only: 'stream',
        text: 'Here is your data:',
        tools: [['json', { name: 'John' }]],
        usage: [100, 20],
      },
      {
        name: 'amazon-bedrock/amazon-bedrock-json-other-tool.1',
        text: '',
        tools: [['get-weather', { location: 'San Francisco' }]],
        usage: [843, 28],
      },
      {
        name: 'amazon-bedrock/amazon-bedrock-json-tool-text-then-weather-then-json.1',
        only: 'stream',
        text: '2 + 2 equals 4. Now le',
        tools: [
          ['weather', { location: 'San Francisco' }],
          ['weather', { location: 'London' }],
        ],
        usage: [500, 100],
      },
      {
        name: 'amazon-bedrock/amazon-bedrock-json-tool-with-answer.1',
        only: 'plain',
        text: '2 + 2 equals 4.',
        tools: [['json', { firstName: 'John', lastName: 'Doe' }]],
        usage: [156, 35],
      },
      {
        name: 'amazon-bedrock/amazon-bedrock-json-tool.1',
        text: '',
        tools: [
          [
            'json',
            {
              elements: [
                { location: 'San Francisco', temperature: -5, condition: 'snowy' },
                { location: 'London', temperature: 0, condition: 'snowy' },
              ],
            },
          ],
        ],
        streamTools: [['json', { value: 'test' }]],
        usage: [15, 42],
        streamUsage: null,
      },
      {
        name: 'amazon-bedrock/amazon-bedrock-json-tool.2',
        text: 'Let me generate that J',
        tools: [['json', { value: 'test data' }]],
        streamTools: [['json', { value: 'test' }]],
        usage: [12, 28],
        streamUsage: null,
      },
      {
        name: 'amazon-bedrock/amazon-bedrock-json-tool.3',
        text: 'First text block.Secon',
        tools: [['json', { result: 42 }]],
        usage: [18, 35],
        streamUsage: null,
      },
      {
        name: 'amazon-bedrock/amazon-bedrock-json-with-tools.1',
        text: 'Calling multiple tools',
        streamText: 'Multiple tools.Final J',
        tools: [
          ['tool-a', { param: 'a' }],
          ['tool-b', { param: 'b' }],
          ['json', { final: 'result' }],
        ],
        streamTools: [
          ['tool-a', { a: '1' }],
          ['tool-b', { b: '2' }],
          ['json', { final: 'result' }],
        ],
        usage: [28, 62],
        streamUsage: null,
      },
    ],
  },
]
