// serve-fake-upstream.ts [port]: an upstream for development. Its streams are slow.
import { fakeOpenAi } from './fake-openai.ts'
import { fakeUpstreamPort, startFakeUpstream } from './fake-upstream.ts'

const parts = 'This answer comes from the fake upstream, word by word, as a model would send it.'.split(/(?= )/)
const before = Object.fromEntries(parts.map((_, index) => [index + 1, () => Bun.sleep(120)]))
const usage = { prompt_tokens: 12, completion_tokens: parts.length, total_tokens: 12 + parts.length }
const [port = String(fakeUpstreamPort)] = process.argv.slice(2)
if (!/^\d+$/.test(port) || Number(port) > 65_535) {
  process.stderr.write(`The port is a number from 0 to 65535: npm run upstream -- 4020\n`)
  process.exit(2)
}
const { url } = await startFakeUpstream(fakeOpenAi({ parts, before, usage }), Number(port))
process.stdout.write(`upstream  ${url} (base URL of a channel of type OpenAI; any key)\n`)
