// serve-fake-upstream.ts <port>: an upstream for development. Its streams are slow.
import { fakeOpenAi } from './fake-openai.ts'
import { startFakeUpstream } from './fake-upstream.ts'

const parts = 'This answer comes from the fake upstream, word by word, as a model would send it.'.split(/(?= )/)
const before = Object.fromEntries(parts.map((_, index) => [index + 1, () => Bun.sleep(120)]))
const usage = { prompt_tokens: 12, completion_tokens: parts.length, total_tokens: 12 + parts.length }
const { url } = await startFakeUpstream(fakeOpenAi({ parts, before, usage }), Number(process.argv[2] ?? 0))
process.stdout.write(`upstream  ${url} (base URL of a channel of type OpenAI; any key)\n`)
