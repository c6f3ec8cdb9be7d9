import { expect, test } from 'bun:test'
import { responseEvents } from '../../core/chat/assemble.ts'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import { buildResponsesResponse } from './build-response.ts'
import { createResponsesStreamBuilder } from './build-stream.ts'
import { parseResponsesRequest } from './parse-request.ts'
import { readFrames, testHead } from './test-fixtures.ts'

const functionTool = (name: string, description?: string) => ({ type: 'function', name, description, parameters: {} })
const body = {
  model: 'm',
  tools: [
    {
      type: 'namespace',
      name: 'mcp__files',
      description: 'Files of the project.',
      tools: [functionTool('read', 'Reads.'), functionTool('write')],
    },
    { type: 'namespace', name: 'mcp__notes', tools: [functionTool('read'), { type: 'custom', name: 'patch' }] },
    functionTool('mcp__files__read'),
    functionTool('plain'),
  ],
  tool_choice: { type: 'function', namespace: 'mcp__notes', name: 'read' },
  input: [
    { role: 'user', content: 'Read it.' },
    { type: 'function_call', call_id: 'c1', namespace: 'mcp__files', name: 'read', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c1', output: 'text' },
    { type: 'function_call', call_id: 'c2', namespace: 'mcp__gone', name: 'old', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c2', output: 'text' },
  ],
}

test('tools of namespaces become tools with unique names, in the history and the choice too', () => {
  const { tools, toolChoice, messages } = parseResponsesRequest(body)
  expect(tools?.map(({ name }) => name)).toEqual([
    'mcp__files__read',
    'plain',
    'mcp__files__read_2',
    'mcp__files__write',
    'mcp__notes__read',
    'mcp__notes__patch',
  ])
  expect(tools?.[2]?.description).toBe('Files of the project.\n\nReads.')
  expect(toolChoice).toEqual({ kind: 'named', name: 'mcp__notes__read' })
  const called = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'tool_call' ? [part.name] : [])),
  )
  expect(called).toEqual(['mcp__files__read_2', 'mcp__gone__old'])
})

test('a tool of a namespace within another has the name of the inner one, in calls too', () => {
  const inner = { type: 'namespace', name: 'inner', description: 'Inner.', tools: [functionTool('read')] }
  const outer = { type: 'namespace', name: 'outer', description: 'Outer.', tools: [inner, functionTool('write')] }
  const nested = { ...body, tools: [outer], tool_choice: 'auto' }
  const { tools } = parseResponsesRequest(nested)
  expect(tools?.map(({ name, description }) => [name, description])).toEqual([
    ['inner__read', 'Outer.\n\nInner.'],
    ['outer__write', undefined],
  ])
  const response: ChatResponse = {
    id: 'r',
    model: 'm',
    createdAt: 1,
    usage: null,
    choices: [
      {
        index: 0,
        finishReason: 'tool_calls',
        parts: [{ kind: 'tool_call', id: 'c1', name: 'inner__read', arguments: '{}' }],
      },
    ],
  }
  const answer = buildResponsesResponse(response, testHead(nested))
  expect(answer.output).toEqual([
    expect.objectContaining({ type: 'function_call', namespace: 'inner', name: 'read', call_id: 'c1' }),
  ])
  const only = { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'namespace', name: 'outer' }] }
  expect(parseResponsesRequest({ ...nested, tool_choice: only }).tools).toHaveLength(2)
})

test('a choice that names a namespace keeps the tools of that namespace', () => {
  const tool_choice = {
    type: 'allowed_tools',
    mode: 'auto',
    tools: [
      { type: 'namespace', name: 'mcp__notes' },
      { type: 'function', name: 'plain' },
    ],
  }
  const { tools } = parseResponsesRequest({ ...body, tool_choice })
  expect(tools?.map(({ name }) => name)).toEqual(['plain', 'mcp__notes__read', 'mcp__notes__patch'])
})

const call = (id: string, name: string, args = '{}') => ({
  kind: 'tool_call' as const,
  id,
  name,
  arguments: args,
})
const answer: ChatResponse = {
  id: 'r',
  model: 'm',
  createdAt: 1,
  usage: null,
  choices: [
    {
      index: 0,
      finishReason: 'tool_calls',
      parts: [
        call('c1', 'mcp__files__read_2'),
        call('c2', 'mcp__files__read'),
        call('c3', 'mcp__notes__patch', '{"input":"*** patch"}'),
        call('c4', 'invented'),
      ],
    },
  ],
}
const expectations = [
  { type: 'function_call', call_id: 'c1', namespace: 'mcp__files', name: 'read' },
  { type: 'function_call', call_id: 'c2', name: 'mcp__files__read' },
  { type: 'custom_tool_call', call_id: 'c3', namespace: 'mcp__notes', name: 'patch', input: '*** patch' },
  { type: 'function_call', call_id: 'c4', name: 'invented' },
]

test('calls get their namespace back, whole and streamed', () => {
  const head = { ...testHead(), request: body }
  const whole = buildResponsesResponse(answer, head).output as object[]
  const builder = createResponsesStreamBuilder({ ...testHead(), request: body })
  const frames =
    responseEvents(answer)
      .map((event) => builder.push(event))
      .join('') + builder.end()
  const items = readFrames(frames)
    .wire.filter(({ type }) => type === 'response.output_item.done')
    .map(({ item }) => item)
  for (const [index, expected] of expectations.entries()) {
    expect(whole[index]).toMatchObject(expected)
    expect(items[index]).toMatchObject(expected)
    if (!('namespace' in expected)) expect(whole[index]).not.toHaveProperty('namespace')
  }
})
