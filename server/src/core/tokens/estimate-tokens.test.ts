import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { estimateJsonTokens } from './estimate-json.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { createOutputCounter } from './output-counter.ts'

const english = `A lighthouse keeper's day began well before sunrise. He climbed the hundred and forty steps with a can of
oil in each hand, trimmed the wick, cleaned the glass and wrote down the weather. Nobody read what he wrote; the
harbour master kept the books in a cupboard until the mice found them. Still, he never missed a line, because his
father had not, and because on some evenings, when the fog came in from the estuary, the book was the only thing
that seemed to be certain of the date. Ships passed, mostly without seeing him, and he was content with that: the
best nights, he used to say, are those in which nothing at all can be told afterwards.`

const chinese = `清晨的市场已经热闹起来。卖菜的老人把刚摘下来的青菜整齐地摆在竹筐里,旁边的小店正在蒸包子,白色的热气一直飘到
街上。孩子们背着书包从人群中穿过,有人停下来买一杯豆浆,有人急着去赶公共汽车。住在附近的人大多互相认识,见面总要
说上几句话:昨天的雨下得太大了,河边的路还没有修好,今年的桃子比去年甜。等到太阳升高,摊位渐渐收起来,街道又恢复
了安静,只剩下几只猫在屋檐下晒太阳。对于住在这里的人来说,这就是每一天的开始,也是他们最熟悉的生活。`

const code = `export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => a.start - b.start)
  const merged: Interval[] = []
  for (const interval of sorted) {
    const last = merged.at(-1)
    if (last !== undefined && interval.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, interval.end) }
    } else {
      merged.push({ ...interval })
    }
  }
  return merged
}

def fibonacci(limit: int) -> list[int]:
    """Numbers below \`limit\`."""
    values = [0, 1]
    while values[-1] + values[-2] < limit:
        values.append(values[-1] + values[-2])
    return [value for value in values if value % 2 == 0]
`

const emoji = `🎉 We shipped it! 🚀🚀 Thanks to everyone who helped 🙏 and stayed late ☕️😴. Known problems: ⚠️ the upload is slow
🐢, ❌ printing fails on Mondays 😅. Next week: 🧪 tests, 🧹 cleaning up, and cake 🎂🍰 for the team 👩‍💻👨‍💻. Love it ❤️ or
hate it 💔, tell us 📣 👍🏽👎🏿. See you in 🇯🇵 or 🇧🇷! 🌊🏄‍♀️🌴✨`

const russian = `Утром на рынке уже было шумно. Старики раскладывали зелень в корзины, рядом пекли хлеб, и его запах доходил до
самой площади. Дети шли в школу, кто-то торопился на автобус, кто-то останавливался поговорить о погоде и о том, что дорогу
у реки до сих пор не починили. К полудню прилавки убирали, и улица снова становилась тихой.`

const json = JSON.stringify(
  Array.from({ length: 12 }, (_, index) => ({
    id: index * 7919,
    name: `sensor-${index}`,
    location: { latitude: 48.2 + index / 10, longitude: 16.37 - index / 10 },
    tags: ['outdoor', 'calibrated', index % 2 === 0 ? 'active' : 'standby'],
  })),
  null,
  2,
)

/** Largest error for each kind of text, as a share of the exact count. */
const samples: [name: string, text: string, errorMax: number][] = [
  ['English prose', english, 0.1],
  ['Chinese prose', chinese, 0.15],
  ['source code', code, 0.15],
  ['emoji', emoji, 0.25],
  ['Russian prose', russian, 0.2],
  ['JSON', json, 0.2],
  ['all samples together', [english, chinese, code, emoji, russian, json].join('\n\n'), 0.1],
]

test.each(samples)('%s is estimated within its stated error', (_, text, errorMax) => {
  const exact = countTokens(text)
  expect(Math.abs(estimateTokens(text) - exact) / exact).toBeLessThanOrEqual(errorMax)
})

test('chunk boundaries have no effect', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom(english, chinese, code, emoji))
  fc.assert(
    fc.property(text, fc.array(fc.nat(2000)), (whole, cuts) => {
      const counter = createOutputCounter()
      const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length]
      for (let index = 1; index < places.length; index++) counter.add(whole.slice(places[index - 1], places[index]))
      expect(counter.tokens()).toBe(estimateTokens(whole))
    }),
  )
})

test('an estimate is 0 for an empty text, grows with the text, and stays below 3 tokens a unit', () => {
  expect(estimateTokens('')).toBe(0)
  expect(estimateTokens('a')).toBe(1)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'binary' }), (text, more) => {
      expect(estimateTokens(text + more)).toBeGreaterThanOrEqual(estimateTokens(text))
      expect(estimateTokens(text)).toBeLessThanOrEqual(3 * text.length)
    }),
  )
})

test('an unparsed request is estimated close to its text, escapes and embedded files included', () => {
  const request = (content: string) => JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] })
  const exact = countTokens(chinese)
  const escaped = request(chinese).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  expect(Math.abs(estimateJsonTokens(escaped) - exact) / exact).toBeLessThan(0.25)
  const picture = request(`data:image/png;base64,${'iVBORw0KGgo'.repeat(20_000)}`)
  expect(estimateJsonTokens(picture)).toBeLessThan(1000)
  expect(estimateJsonTokens(picture)).toBeGreaterThan(765)
  expect(estimateJsonTokens('{"a":"data:image/png;base64,AAAA')).toBeGreaterThan(765)
})
