import { expect, test } from 'bun:test'
import { readAskedTools as readAnthropic } from './anthropic-messages/asked-tools.ts'
import { readAskedTools as readGemini } from './gemini/asked-tools.ts'
import { readAskedTools as readChat } from './openai-chat/asked-tools.ts'
import { readAskedTools as readResponses } from './openai-responses/asked-tools.ts'

type Body = Record<string, unknown>
const chat = (body: Body, model = 'm') => readChat(model, body)?.map(({ run }) => `${run.tool} ${run.count}`)
const types = (read: (body: Body) => ReturnType<typeof readAnthropic>, ...tools: unknown[]) =>
  read({ tools })?.map(({ run }) => `${run.tool} ${run.count}`)

// The tools of Claude Code, Codex and Gemini CLI, and of their makers' SDKs.
test('tools that the client runs, and those that are free, ask for nothing', () => {
  const anthropic = [
    { name: 'Bash', input_schema: {} },
    { type: 'custom', name: 'Read' },
    { type: 'bash_20250124', name: 'bash' },
    { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
    { type: 'computer_20251124', name: 'computer' },
    { type: 'computer_toolset_20260801' },
    { type: 'browser_toolset_20260801' },
    { type: 'memory_20250818', name: 'memory' },
    { type: 'web_fetch_20260318', name: 'web_fetch' },
    { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
    { type: 'mcp_toolset', mcp_server_name: 'x' },
  ]
  expect(types(readAnthropic, ...anthropic)).toBeUndefined()
  const responses = [
    { type: 'function', name: 'shell' },
    { type: 'custom', name: 'apply_patch' },
    { type: 'namespace', name: 'files', tools: [{ type: 'function', name: 'read' }] },
    { type: 'local_shell' },
    { type: 'shell' },
    { type: 'shell', environment: { type: 'local' } },
    { type: 'apply_patch' },
    { type: 'computer_use_preview' },
    { type: 'computer' },
    { type: 'tool_search', execution: 'client' },
    { type: 'programmatic_tool_calling' },
    { type: 'mcp', server_label: 'x' },
  ]
  expect(types(readResponses, ...responses)).toBeUndefined()
  const gemini = [
    { functionDeclarations: [] },
    { function_declarations: [], url_context: {} },
    { codeExecution: {} },
    { fileSearch: {} },
    { computerUse: {} },
    { googleMaps: null },
  ]
  expect(types(readGemini, ...gemini)).toBeUndefined()
  expect(chat({ tools: [{ type: 'function', function: {} }, { function: {} }, { type: 'custom' }] })).toBeUndefined()
  expect(
    chat({ functions: [{}], enable_search: false, search_parameters: { mode: 'off' }, plugins: [] }),
  ).toBeUndefined()
})

test('tools that the gateway does not know ask for something without a price', () => {
  expect(types(readAnthropic, { type: 'painter_20270101' })).toEqual(['tools.painter_20270101 1'])
  expect(types(readResponses, { type: 'web_extractor' })).toEqual(['tools.web_extractor 1'])
  expect(types(readResponses, { type: 'namespace', tools: [{ type: 'painter' }] })).toEqual(['tools.painter 1'])
  const found = { type: 'tool_search_output', tools: [{ type: 'painter' }, { type: 'function', name: 'read' }] }
  const listed = { type: 'mcp_list_tools', tools: [{ name: 'read' }] }
  expect(readResponses({ input: ['text', found, listed] })).toMatchObject([{ type: 'painter', field: 'input' }])
  expect(types(readGemini, { enterprise_web_search: {}, functionDeclarations: [] })).toEqual([
    'tools.enterpriseWebSearch 1',
  ])
  expect(chat({ tools: [{ type: 'browser_search' }] })).toEqual(['tools.browser_search 1'])
  expect(chat({ tools: [{ type: 'openrouter:image_generation' }] })).toEqual(['tools.openrouter:image_generation 1'])
  expect(chat({ tools: [{ type: 'a b' }] })).toEqual(['tools.unnamed 1'])
  expect(chat({ plugins: [{ id: 'file-parser' }, {}] })).toEqual(['plugins.file-parser 1', 'plugins.unnamed 1'])
})

test('what an upstream stores may name tools, so it asks for something without a price', () => {
  expect(readResponses({ prompt: { id: 'pmpt_1' }, input: 'Hi' })).toMatchObject([
    { field: 'prompt', run: { tool: 'tools.prompt', count: 1 } },
  ])
  for (const prompt of [null, '']) expect(readResponses({ prompt })).toBeUndefined()
  for (const body of [{ cachedContent: 'cachedContents/1' }, { cached_content: 'cachedContents/1' }])
    expect(readGemini(body)).toMatchObject([{ field: 'cachedContent', run: { tool: 'tools.cachedContent' } }])
  expect(chat({ extra_body: { google: { cached_content: 'cachedContents/1' } } })).toEqual(['tools.cachedContent 1'])
  expect(chat({ preset: 'writer' })).toEqual(['tools.preset 1'])
  expect(readResponses({ preset: 'pro-search' })).toMatchObject([{ field: 'preset', run: { tool: 'tools.preset' } }])
})

test('wishes about the hosts of OpenRouter ask for something without a price, unless they are about the price', () => {
  for (const provider of [
    { order: ['groq'] },
    { sort: 'throughput' },
    'groq',
    { data_collection: 'deny', sort: 'price' },
    { zdr: true },
    { ignore: ['groq'] },
    { constructor: 1 },
  ])
    expect(chat({ provider })).toEqual(['tools.provider 1'])
  for (const provider of [{}, null, false, { sort: 'price', allow_fallbacks: false, only: null }, { max_price: {} }])
    expect(chat({ provider })).toBeUndefined()
  for (const provider of [{ data_collection: 'allow', zdr: false, order: [] }, { sort: { by: 'price' } }])
    expect(chat({ provider })).toBeUndefined()
})

test('documents of Mistral ask for the reading of each one', () => {
  const part = { type: 'document_url', document_url: 'https://example.com/a.pdf' }
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'user', content: [{ type: 'text', text: 'Sum up.' }, part, part] },
  ]
  expect(chat({ messages })).toEqual(['tools.document_url 2'])
  expect(chat({ messages: [{ role: 'user', content: [{ type: 'file', file: {} }] }, null] })).toBeUndefined()
})

test('paid tools ask for the most that they may run; searches are counted apart', () => {
  expect(types(readAnthropic, { type: 'web_search_20250305', max_uses: 5 })).toEqual(['web_search 0'])
  expect(types(readAnthropic, { type: 'code_execution_20260521' })).toEqual(['code_execution 1'])
  expect(readAnthropic({ tools: [{ type: 'advisor_20260301', model: 'claude-opus-4-7', max_uses: 2 }] })).toMatchObject(
    [{ option: 'claude-opus-4-7', run: { tool: 'advisor', count: 2, usage: { outputText: 2 * 8192 } } }],
  )
  expect(types(readGemini, { google_maps: {} }, { googleSearch: {} })).toEqual(['google_maps 1', 'google_search 0'])
  expect(types((body) => readResponses({ ...body, max_tool_calls: 9 }), { type: 'x_search' })).toEqual(['x_search 9'])
  expect(types(readResponses, { type: 'code_interpreter' })).toEqual(['container_1g 1'])
  expect(types((body) => readResponses({ ...body, model: 'grok-4.3' }), { type: 'code_interpreter' })).toEqual([
    'code_execution 1',
  ])
  expect(chat({ tools: [{ type: 'web_search_premium' }, { type: 'document_library' }] })).toEqual([
    'search_premium 1',
    'document_library 1',
  ])
  expect(chat({ tools: [{ type: 'builtin_function', function: { name: '$web_search' } }] })).toEqual(['web_search 0'])
  expect(chat({ tools: [{ type: 'web_search', web_search: { enable: false } }] })).toBeUndefined()
  expect(chat({ enable_search: true, search_parameters: { max_search_results: 3 } })).toEqual([
    'enable_search 1',
    'search_sources 3',
  ])
  expect(chat({ plugins: [{ id: 'web', max_results: 3 }] })).toEqual(['search_results 3'])
  expect(chat({}, 'openai/gpt-4o:online')).toEqual(['search_results 5'])
  expect(chat({ web_search_options: { search_context_size: 'high' } }, 'sonar-pro')).toEqual(['search_request_high 1'])
  expect(chat({ web_search_options: { search_type: 'pro' } }, 'sonar-pro')).toEqual([
    'search_request_low 1',
    'tools.search_type 1',
  ])
  expect(chat({ web_search_options: { search_type: 'fast' } }, 'sonar-pro')).toEqual(['search_request_low 1'])
  expect(chat({}, 'sonar-deep-research')).toBeUndefined()
})

test('searches that no answer counts are charged with each answer', () => {
  const plain = { tools: [{ type: 'web_search' }] }
  expect(chat(plain)).toEqual(['web_search 0'])
  for (const model of ['MiniMax-M3', 'minimax/minimax-m2', 'abab6.5s-chat'])
    expect(chat(plain, model)).toEqual(['web_search 1'])
})

test('code is free beside a search that is filtered by code', () => {
  const isFree = (...tools: Body[]) => readAnthropic({ tools })?.find(({ isFree }) => isFree)?.run.tool
  const code = { type: 'code_execution_20260120' }
  expect(isFree(code, { type: 'web_fetch_20260209' })).toBe('code_execution')
  expect(isFree(code, { type: 'web_search_20250305' })).toBeUndefined()
})
