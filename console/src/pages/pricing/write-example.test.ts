import { describe, expect, test } from 'bun:test'
import { endpointTypes } from '@sluice/contract/priced-kinds'
import { readShellWords } from '../../../test/shell-words.ts'
import { exampleCallOf } from './example-call.ts'
import { exampleLanguages, writeExample } from './write-example.ts'

const model = `it's "odd" $(x) \`y\``
const site = 'https://api.example.com/'

/** The request of the program, run with a replaced `fetch`. */
async function sentBy(program: string): Promise<{ url: string; init: RequestInit }> {
  const sent: { url: string; init: RequestInit }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return Response.json({})
  }
  const source = program.replaceAll(/^import .*$/gm, '').replaceAll('await openAsBlob("speech.mp3")', 'new Blob([])')
  const run = new Function('fetch', 'process', 'console', 'writeFile', `return (async () => {${source}})()`)
  await run(fetch, { env: { API_KEY: 'sk-k' } }, { log: () => {} }, async () => {})
  const [first] = sent
  if (!first) throw new Error('nothing was sent')
  return first
}

describe.each(endpointTypes)('an example for %s', (type) => {
  const call = exampleCallOf(type, { site, model })
  const key = `${call.auth.prefix}sk-k`

  test('for a shell is one call with its key and body', async () => {
    const words = await readShellWords(writeExample('curl', call), 'API_KEY=sk-k')
    expect(words[0]).toBe(call.url)
    expect(words).toContain(`${call.auth.name}: ${key}`)
    if (call.fileField === null) expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual(call.body)
    else expect(words).toContain(`model=${model}`)
  })

  test('for JavaScript runs, and sends the same', async () => {
    const { url, init } = await sentBy(writeExample('javascript', call))
    expect(url).toBe(call.url)
    expect(init.headers).toMatchObject({ [call.auth.name]: key, ...call.headers })
    if (init.body instanceof FormData) expect(init.body.get('model')).toBe(model)
    else expect(JSON.parse(String(init.body))).toEqual(call.body)
  })

  test('for Python is indented by four spaces', () => {
    const depths = [...writeExample('python', call).matchAll(/^ +/gm)].map(([spaces]) => spaces.length % 4)
    expect(new Set(depths)).toEqual(new Set([0]))
  })

  test.each(exampleLanguages)('for %s names the address, and no key', (language) => {
    const program = writeExample(language, call)
    expect(program).toContain('https://api.example.com/v1')
    expect(program).toContain('API_KEY')
    expect(program).not.toContain('sk-')
  })
})

// Languages that are not installed are skipped.
describe('the parser of an installed language accepts its programs', () => {
  const programs = (language: 'python' | 'go') =>
    endpointTypes.map((type) => writeExample(language, exampleCallOf(type, { site, model })))

  test('Python', async () => {
    if (Bun.which('python3') === null) return
    const check = 'import ast, json, sys\nfor program in json.load(sys.stdin): ast.parse(program)'
    await expectAccepted(['python3', '-c', check], JSON.stringify(programs('python')))
  })

  test('Go', async () => {
    if (Bun.which('gofmt') === null) return
    for (const program of programs('go')) await expectAccepted(['gofmt'], program)
  })
})

async function expectAccepted(command: string[], input: string): Promise<void> {
  const checker = Bun.spawn(command, { stdin: new Blob([input]), stdout: 'ignore', stderr: 'pipe' })
  expect(await new Response(checker.stderr).text()).toBe('')
  expect(await checker.exited).toBe(0)
}

test('the name of a model in a path is encoded', () => {
  const { url } = exampleCallOf('gemini', { site: 'https://a.test', model: 'a/b c' })
  expect(url).toBe('https://a.test/v1beta/models/a%2Fb%20c:generateContent')
})
