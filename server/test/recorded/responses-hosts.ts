import type { RecordedClient, RecordedHost } from './recorded.ts'

const sanFrancisco = { location: 'San Francisco' }

/** OpenAI's own package refuses the events of a shell call (`response.shell_call_command.added`). */
const withoutShellEvents: readonly RecordedClient[] = ['openai', 'anthropic', 'gemini']

/** Recorded answers of OpenAI Responses. */
export const responsesHosts: readonly RecordedHost[] = [
  {
    ...{
      label: 'OpenAI',
      native: 'responses',
      type: 1,
      model: 'gpt-5.3',
      framing: 'events',
      clients: ['responses'],
    },
    answers: [
      {
        // Its stream is abridged.
        ...{ name: 'openai/openai-phase.1', only: 'plain', text: 'I’ll quickly check', usage: [7_243, 423] },
      },
    ],
  },
  {
    ...{
      label: 'Azure OpenAI',
      native: 'responses',
      type: 3,
      model: 'dep',
      framing: 'events',
      clients: ['responses'],
    },
    answers: [
      { name: 'azure/azure-text.1', text: 'Word', streamText: 'Hello', usage: [11, 11] },
      {
        ...{ name: 'azure/azure-tool-call.1', text: '', usage: [45, 24] },
        tools: [['weather', sanFrancisco]],
      },
    ],
  },
  {
    label: 'OpenAI in Responses',
    native: 'responses',
    type: 8,
    model: 'gpt-5.3',
    basePath: '/v1/responses',
    framing: 'events',
    answers: [
      { name: 'openai/openai-apply-patch-tool-delete.1', only: 'stream', text: '', usage: [24, 0] },
      { name: 'openai/openai-client-tool-search.1', text: '', usage: [65, 28], streamUsage: [65, 31] },
      {
        name: 'openai/openai-client-tool-search.2',
        text: '',
        tools: [['get_weather', { location: 'San Francisco, CA', unit: 'fahrenheit' }]],
        usage: [461, 26],
        streamUsage: [467, 26],
      },
      {
        name: 'openai/openai-code-interpreter-tool.1',
        text: 'I ran 10,000 trials of',
        streamText: 'Here’s a simulation of',
        usage: [2_283, 1_928],
        streamUsage: [6_047, 1_623],
      },
      {
        name: 'openai/openai-custom-tool.1',
        text: '',
        tools: [['write_sql', { input: 'SELECT * FROM users WHERE age > 25' }]],
        usage: [50, 20],
      },
      {
        name: 'openai/openai-file-search-tool.1',
        text: 'According to the docum',
        usage: [3_700, 741],
        streamUsage: [3_737, 621],
      },
      {
        name: 'openai/openai-file-search-tool.2',
        text: 'According to the docum',
        streamText: 'The document defines a',
        usage: [3_678, 536],
        streamUsage: [3_748, 543],
      },
      { name: 'openai/openai-local-shell-tool.1', text: '', usage: [407, 24], streamUsage: [407, 151] },
      { name: 'openai/openai-mcp-tool-approval.1', text: '', usage: [422, 104], streamUsage: [422, 48] },
      {
        name: 'openai/openai-mcp-tool-approval.2',
        text: "I couldn't create the ",
        streamText: 'I wasn’t able to creat',
        usage: [592, 421],
        streamUsage: [553, 371],
      },
      { name: 'openai/openai-mcp-tool-approval.3', text: '', usage: [587, 104], streamUsage: [609, 48] },
      {
        name: 'openai/openai-mcp-tool-approval.4',
        text: 'Done — I created a sho',
        streamText: 'Done — here’s your sho',
        usage: [765, 74],
        streamUsage: [779, 69],
      },
      {
        name: 'openai/openai-mcp-tool.1',
        text: 'Yes — the latest resul',
        streamText: 'Yes — I searched the w',
        usage: [6_700, 1_078],
        streamUsage: [11_791, 963],
      },
      { name: 'openai/openai-phase.1', only: 'plain', text: 'I’ll quickly check', usage: [7_243, 423] },
      {
        // Its stream is abridged, which OpenAI's own package refuses.
        ...{ name: 'openai/openai-phase.1', only: 'stream', text: 'Got it', usage: [7_112, 463] },
        clients: ['openai', 'anthropic', 'gemini'],
      },
      {
        name: 'openai/openai-reasoning-encrypted-content.1',
        text: '12 + 7 = 19\n19 × 3 = 5',
        streamText: '',
        reasoning: '**Reporting final resu',
        streamReasoning: '**Calculating step-by-',
        streamTools: [['calculator', { a: 12, b: 7, op: 'add' }]],
        usage: [865, 163],
        streamUsage: [134, 28],
      },
      {
        name: 'openai/openai-reasoning-encrypted-content.1#2',
        only: 'stream',
        text: '',
        tools: [['calculator', { a: 19, b: 3, op: 'multiply' }]],
        usage: [221, 26],
      },
      {
        name: 'openai/openai-reasoning-encrypted-content.1#3',
        only: 'stream',
        text: '',
        tools: [['calculator', { a: 57, b: 10, op: 'multiply' }]],
        usage: [260, 26],
      },
      {
        name: 'openai/openai-reasoning-encrypted-content.1#4',
        only: 'stream',
        text: 'The final result is **',
        usage: [299, 12],
      },
      {
        name: 'openai/openai-shell-container-multiturn.1',
        text: '`x86_64` (64-bit x86 /',
        streamText: 'The architecture is **',
        usage: [800, 19],
        streamUsage: [802, 20],
      },
      { name: 'openai/openai-shell-local-multiturn.1', text: '`arm64` (Apple Silicon', usage: [444, 12] },
      {
        ...{ name: 'openai/openai-shell-skills.1', only: 'plain', text: 'Build a STOP huge sign' },
        ...{ usage: [1_499, 331] },
      },
      {
        ...{ name: 'openai/openai-shell-skills.1', only: 'stream', text: 'Build a STOP large sig' },
        ...{ usage: [1_501, 314], clients: withoutShellEvents },
      },
      { name: 'openai/openai-shell-tool.1', only: 'plain', text: '', usage: [157, 73] },
      {
        ...{ name: 'openai/openai-shell-tool.1', only: 'stream', text: '', usage: [145, 41] },
        clients: withoutShellEvents,
      },
      {
        ...{ name: 'openai/openai-shell-tool.1#2', only: 'stream', text: 'Here are the files and' },
        ...{ usage: [331, 166] },
      },
      {
        name: 'openai/openai-tool-search.1',
        text: '',
        tools: [['get_weather', { location: 'San Francisco, CA', unit: 'fahrenheit' }]],
        usage: [640, 46],
      },
      {
        name: 'openai/openai-web-search-tool.1',
        text: 'Short answer first — y',
        streamText: 'I checked today’s tech',
        usage: [19_681, 3_773],
        streamUsage: [31_073, 4_416],
        links: [7, 7],
      },
      {
        name: 'openai/parallel-tool-call-wrapper.1',
        only: 'plain',
        text: '',
        tools: [
          [
            'parallel',
            {
              tool_uses: [
                { recipient_name: 'functions.weather', parameters: { location: 'San Francisco' } },
                { recipient_name: 'functions.cityAttractions', parameters: { city: 'Rome' } },
              ],
            },
          ],
        ],
        usage: [34, 28],
      },
    ],
  },
  {
    label: 'Azure in Responses',
    native: 'responses',
    type: 8,
    model: 'gpt-5.3',
    basePath: '/v1/responses',
    framing: 'events',
    answers: [
      {
        name: 'azure/azure-image-generation-tool.1',
        text: 'Here is an anime-like ',
        usage: [1_977, 65],
        streamUsage: [1_979, 67],
      },
      { name: 'azure/azure-text.1', text: 'Word', streamText: 'Hello', usage: [11, 11] },
      {
        name: 'azure/azure-tool-call.1',
        text: '',
        tools: [['weather', { location: 'San Francisco' }]],
        usage: [45, 24],
      },
      {
        name: 'azure/openai-file-search-tool.1',
        text: 'According to the docum',
        usage: [3_700, 741],
        streamUsage: [3_737, 621],
      },
      {
        name: 'azure/openai-file-search-tool.2',
        text: 'According to the docum',
        streamText: 'The document defines a',
        usage: [3_678, 536],
        streamUsage: [3_748, 543],
      },
    ],
  },
  {
    label: 'LM Studio in Responses',
    native: 'responses',
    type: 8,
    model: 'qwen3',
    basePath: '/v1/responses',
    framing: 'events',
    answers: [
      {
        name: 'open-responses/lmstudio-basic.1',
        text: 'text content',
        streamText: '## The Festival of Whi',
        reasoning: 'reasoning content',
        streamReasoning: '',
        usage: [136, 3_677],
        streamUsage: [31, 282],
      },
      {
        name: 'open-responses/lmstudio-tool-call.1',
        text: '',
        streamText: "I'll get the current w",
        streamReasoning: 'The user is asking for',
        tools: [['weather', { location: 'San Francisco' }]],
        usage: [1_189, 11],
        streamUsage: [182, 61],
      },
      {
        name: 'open-responses/lmstudio-tool-call.2',
        only: 'stream',
        text: "I'll get the current w",
        reasoning: 'The user is asking for',
        tools: [['weather', { location: 'San Francisco' }]],
        usage: [182, 60],
      },
      { name: 'open-responses/openai-pdf-input-file.1', text: 'Dummy PDF file', usage: [44, 4] },
    ],
  },
  {
    ...{
      label: 'xAI in its own Responses',
      native: 'responses',
      type: 48,
      model: 'grok-4.5',
      framing: 'events',
    },
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
      {
        name: 'xai/xai-text-with-reasoning-streaming.1',
        only: 'stream',
        text: '### Overview of Sonora',
        reasoning: 'First, the question is',
        usage: [216, 923],
      },
    ],
  },
]
