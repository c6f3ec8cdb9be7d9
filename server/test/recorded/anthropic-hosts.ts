import type { Recorded, RecordedHost } from './recorded.ts'

/** Turns of a program that calls a tool: whole answers in their first event, without usage. */
const diceRolls = Array.from({ length: 13 }, (_, turn): Recorded => {
  const player = turn % 2 === 0 ? 'player2' : 'player1'
  return {
    name: `anthropic/anthropic-programmatic-tool-calling.1#${turn + 2}`,
    only: 'stream',
    text: '',
    tools: [['rollDie', { player }]],
    usage: null,
  }
})

/** Recorded answers of Anthropic Messages. */
export const anthropicHosts: readonly RecordedHost[] = [
  {
    label: 'Anthropic',
    native: 'anthropic',
    provider: 'anthropic',
    model: 'claude-opus-5-5',
    framing: 'named',
    answers: [
      {
        name: 'anthropic/anthropic-text',
        text: 'Hello!',
        usage: [12, 29],
        streamUsage: [12, 30],
      },
      {
        name: 'anthropic/anthropic-advisor-20250301.1',
        only: 'stream',
        text: '# Concurrent Worker Po',
        usage: [4_727, 3_391],
      },
      {
        name: 'anthropic/anthropic-advisor-20260301.1',
        only: 'plain',
        text: 'Great guidance. Here i',
        usage: [2_414, 3_200],
      },
      { name: 'anthropic/anthropic-advisor-stop-reasons', text: '', usage: [10, 20] },
      {
        name: 'anthropic/anthropic-clear-tool-uses.1',
        text: "\n\nHere's a comparison ",
        usage: [859, 132],
        streamUsage: [859, 122],
      },
      {
        name: 'anthropic/anthropic-combined-context-editing.1',
        text: '# 25 × 37\n\nLet me brea',
        reasoning: 'I need to calculate 25',
        usage: [50, 418],
        streamUsage: [50, 485],
      },
      {
        name: 'anthropic/anthropic-compaction.1',
        text: 'Based on our conversat',
        streamText: 'Based on the conversat',
        usage: [61_067, 1_912],
        streamUsage: [60_997, 3_341],
      },
      { name: 'anthropic/anthropic-fallback', text: 'The printing press was', usage: [412, 264] },
      {
        name: 'anthropic/anthropic-mcp.1',
        text: 'The echo tool responde',
        usage: [1_250, 88],
        streamUsage: [1_250, 83],
      },
      {
        name: 'anthropic/anthropic-message-delta-input-tokens',
        only: 'stream',
        text: 'pong',
        usage: [61, 2],
      },
      {
        name: 'anthropic/anthropic-programmatic-tool-calling.1',
        text: "I'll help you simulate",
        tools: [
          ['rollDie', { player: 'player2' }],
          ['rollDie', { player: 'player1' }],
          ['rollDie', { player: 'player1' }],
          ['rollDie', { player: 'player2' }],
        ],
        streamTools: [['rollDie', { player: 'player1' }]],
        usage: [4_243, 229],
        streamUsage: [3_369, 725],
      },
      ...diceRolls,
      {
        name: 'anthropic/anthropic-programmatic-tool-calling.1#15',
        only: 'stream',
        text: '## Game Results\n\n**Pla',
        usage: [4_551, 197],
      },
      {
        name: 'anthropic/anthropic-refusal',
        text: '',
        refusal: 'This request triggered',
        end: 'filter',
        usage: [18, 5],
      },
      {
        name: 'anthropic/anthropic-refusal-no-details',
        only: 'plain',
        text: '',
        usage: [18, 5],
        end: 'filter',
      },
      {
        name: 'anthropic/anthropic-tool-search-bm25.1',
        text: "I'll search for a weat",
        tools: [['get_weather', { location: 'San Francisco, CA' }]],
        usage: [1_631, 161],
        streamUsage: [1_630, 158],
      },
      {
        name: 'anthropic/anthropic-tool-search-bm25.1#2',
        only: 'stream',
        text: 'The current weather in',
        usage: [1_040, 41],
      },
      {
        name: 'anthropic/anthropic-tool-search-deferred-regex',
        only: 'stream',
        text: "I'll help you with thi",
        tools: [['readNoteTree', { noteId: 'd10aa585-982b-4bd9-984e-420f9b3717f7' }]],
        usage: [904, 175],
      },
      {
        name: 'anthropic/anthropic-tool-search-deferred-regex#2',
        only: 'stream',
        text: 'Perfect! I can see the',
        tools: [
          [
            'executeEditorOperation',
            {
              noteId: 'd10aa585-982b-4bd9-984e-420f9b3717f7',
              operations: [{ op: 'insert', type: 'bulletedListItem', text: 'bye', at: { type: 'after', path: [0] } }],
            },
          ],
        ],
        usage: [1_519, 211],
      },
      {
        name: 'anthropic/anthropic-tool-search-deferred-regex#3',
        only: 'stream',
        text: "Great! I've successful",
        usage: [1_758, 118],
      },
      {
        name: 'anthropic/anthropic-tool-search-deferred-regex.2',
        only: 'plain',
        text: 'Good! I can see the cu',
        tools: [
          [
            'executeEditorOperation',
            {
              noteId: 'd10aa585-982b-4bd9-984e-420f9b3717f7',
              operations: [
                { op: 'insert_node', at: { type: 'path', path: [1] }, type: 'bulletedListItem', text: 'bye' },
              ],
            },
          ],
        ],
        usage: [1_520, 203],
      },
      {
        name: 'anthropic/anthropic-tool-search-regex.1',
        text: 'I found a tool to get ',
        streamText: 'Great! I found a weath',
        tools: [['get_temp_data', { location: 'San Francisco, CA', unit: 'fahrenheit' }]],
        streamTools: [['get_temp_data', { location: 'San Francisco, CA' }]],
        usage: [1_676, 184],
        streamUsage: [1_681, 163],
      },
      {
        name: 'anthropic/anthropic-tool-search-regex.1#2',
        only: 'stream',
        text: "Here's the current wea",
        usage: [1_071, 67],
      },
      {
        name: 'anthropic/anthropic-web-fetch-tool-20260209.1',
        text: 'The page at **example.',
        usage: [7_204, 162],
        streamUsage: [7_172, 144],
      },
      {
        name: 'anthropic/duplicate-message-start',
        only: 'stream',
        text: 'Hello, World!',
        // Anthropic's own package takes one start.
        usage: [17, 227],
        clients: ['openai', 'responses', 'gemini'],
      },
    ],
  },
]
