import { expect, test } from 'bun:test'
import { readShellWords } from '../../../test/shell-words.ts'
import { buildRequest } from './build-request.ts'
import { codeClients, messagesOfCall, shortenData, writeCallCode } from './call-code.ts'
import type { ChatMessage } from './message.ts'
import { parametersOf } from './model-parameters.ts'

const picture = `data:image/jpeg;base64,${'A'.repeat(500)}`
const messageOf = (role: ChatMessage['role'], content: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: content,
  role,
  content,
  createAt: 0,
  status: 'complete',
  ...more,
})
const toolCalls = [{ id: 'c1', name: 'get_weather', arguments: '{"city":"Paris"}', result: 'sunny' }]
const messages = [
  messageOf('user', `it's "odd"\n$(x)`, { images: [picture] }),
  messageOf('assistant', '', { toolCalls }),
]
const settings = {
  group: 'vip',
  temperature: 0,
  maxTokens: 0,
  system: 'Be brief.',
  stop: ['END'],
  schema: '{"type":"object"}',
  effort: 'minimal',
  tools: [{ name: 'get_weather', description: 'Weather', parameters: '{"type":"object"}', result: '' }],
} as const
const taken = parametersOf('gpt-5.1', undefined)
const call = {
  site: 'https://a.test',
  key: 'YOUR_KEY',
  model: 'gpt-5.1',
  taken,
  settings,
  messages,
  outputMax: 100_000,
}

test('curl sends what the playground sends, without its group and its stream', async () => {
  const words = await readShellWords(writeCallCode('curl', call).text, 'A=b')
  const { group: _, stream: __, stream_options: ___, ...sent } = buildRequest(settings, call, messages)
  expect(words[0]).toBe('https://a.test/v1/chat/completions')
  expect(words).toContain('Authorization: Bearer YOUR_KEY')
  expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual(JSON.parse(JSON.stringify(sent)))
})

test('TypeScript sends the same through the package', async () => {
  const source = writeCallCode('typescript', call).text.replace(/^import .*$/m, '')
  const sent: unknown[] = []
  class OpenAI {
    chat = { completions: { create: async (body: unknown) => sent.push(body) && { choices: [] } } }
  }
  await new Function('OpenAI', 'console', `return (async () => {${source}})()`)(OpenAI, { log: () => {} })
  const { group: _, stream: __, stream_options: ___, ...body } = buildRequest(settings, call, messages)
  expect(sent).toEqual([JSON.parse(JSON.stringify(body))])
})

test('Anthropic’s package gets the same parts in its own format', async () => {
  const { text, install } = writeCallCode('anthropic', call)
  expect(install).toBe('pip install anthropic')
  const body = await readPythonCall(text)
  if (body === null) return
  expect(body).toEqual({
    model: 'gpt-5.1',
    max_tokens: 16_384,
    system: 'Be brief.',
    temperature: 0,
    stop_sequences: ['END'],
    output_config: { effort: 'low', format: { type: 'json_schema', schema: { type: 'object' } } },
    tools: [{ name: 'get_weather', description: 'Weather', input_schema: { type: 'object' } }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'A'.repeat(500) } },
          { type: 'text', text: `it's "odd"\n$(x)` },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'get_weather', input: { city: 'Paris' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'sunny' }] },
    ],
  })
})

/** The arguments of `create`, read by Python; null = it is not installed. */
async function readPythonCall(text: string): Promise<unknown> {
  if (Bun.which('python3') === null) return null
  const program = `import ast, json, sys
call = next(n for n in ast.walk(ast.parse(sys.stdin.read())) if isinstance(n, ast.Call) and getattr(n.func, 'attr', '') == 'create')
print(json.dumps({k.arg: ast.literal_eval(k.value) for k in call.keywords}))`
  return new Response(Bun.spawn(['python3', '-c', program], { stdin: new Blob([text]) }).stdout).json()
}

test.each(codeClients)('%s names the address and no key of a person', (client) => {
  const { text } = writeCallCode(client, call)
  expect(text).toContain('https://a.test')
  expect(text).toContain('YOUR_KEY')
  expect(text).not.toContain('vip')
  expect(shortenData(text)).not.toContain('A'.repeat(200))
})

test('the call is that of the last answer', () => {
  const asked = messageOf('user', 'hi')
  const answered = messageOf('assistant', 'yes')
  const sample = messageOf('user', 'Hello', { isSample: true })
  expect(messagesOfCall([asked, answered])).toEqual([asked])
  expect(messagesOfCall([asked, messageOf('assistant', '', { toolCalls }), answered])).toHaveLength(2)
  expect(messagesOfCall([sample])).toEqual([])
})
