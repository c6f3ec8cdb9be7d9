// stream-client.ts <url> <key> <model> <streams> <frames> <gap ms> [stamped]: opens streams at once, reads them to the
// end and prints how many frames came and, of stamped ones, how late in milliseconds.

const [url = '', key = '', model = '', streams = '1', frames = '1', gap = '10', stamped] = process.argv.slice(2)
const now = () => performance.timeOrigin + performance.now()
const delays: number[] = []
let received = 0
let complete = 0

async function readStream(): Promise<void> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model,
      stream: true,
      messages: [{ role: 'user', content: 'hi' }],
      frames: Number(frames),
      gap_ms: Number(gap),
      stamped: stamped !== undefined,
    }),
  })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of response.body) {
    const arrivedAt = now()
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (/"content":"[^"]/.test(line)) received += 1
      const stamp = /"@([\d.]+) "/.exec(line)?.[1]
      if (stamp) delays.push(arrivedAt - Number(stamp))
      if (line === 'data: [DONE]') complete += 1
    }
  }
}

await Promise.all(Array.from({ length: Number(streams) }, readStream))
delays.sort((a, b) => a - b)
const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0
console.log(JSON.stringify({ frames: received, complete, p50: at(0.5), p99: at(0.99) }))
