import { expect, test } from 'bun:test'
import { readToolCounts } from './tool-counts.ts'
import { CountReader } from './usage-report.ts'

const read = (usage: Record<string, unknown>) => readToolCounts(new CountReader(), usage)
const none = { webSearchCalls: 0, fileSearchCalls: 0 }

test.each([
  [{ server_tool_use: { web_search_requests: 3, tool_calls_executed: 3 } }, { ...none, webSearchCalls: 3 }],
  [
    { server_side_tool_usage_details: { web_search_calls: 1, x_search_calls: 24, mcp_calls: 2, file_search_calls: 0 } },
    { ...none, webSearchCalls: 1, toolRuns: [{ tool: 'x_search', count: 24 }] },
  ],
  [
    { connectors: { web_search_premium: 2, code_interpreter: 1 } },
    {
      ...none,
      toolRuns: [
        { tool: 'search_premium', count: 2 },
        { tool: 'code_execution', count: 1 },
      ],
    },
  ],
  [
    { tool_calls_details: { search_web: { invocation: 2 }, fetch_url: { invocation: 4 } } },
    { ...none, webSearchCalls: 2, toolRuns: [{ tool: 'fetch_url', count: 4 }] },
  ],
  [
    { plugins: { search: { count: 1, strategy: 'agent' } } },
    { ...none, toolRuns: [{ tool: 'enable_search', count: 1 }] },
  ],
  [
    { x_tools: { web_search: { count: 1 }, web_extractor: { count: 2 } } },
    { ...none, webSearchCalls: 1, toolRuns: [{ tool: 'tools.web_extractor', count: 2 }] },
  ],
  [{ tool_usage: { web_search: 5 } }, { ...none, webSearchCalls: 5 }],
  [{ num_sources_used: 7 }, { ...none, toolRuns: [{ tool: 'search_sources', count: 7 }] }],
  [{ num_sources_used: 0, server_tool_use: null, connectors: {} }, none],
])('%j', (usage, expected) => {
  expect<object>(read(usage)).toEqual(expected)
})

test('a count that cannot be believed is none, and marks the report', () => {
  const reader = new CountReader()
  expect<object>(readToolCounts(reader, { server_tool_use: { web_search_requests: -1 } })).toEqual(none)
  expect(reader.isDoubtful).toBe(true)
})
