import type { SseScript } from '../answers.ts'

// What the answers of all providers say.

/** With characters of two to four bytes, which a write can split. */
export const text = 'The river 河流 près 🌊 runs.'
export const pieces = ['The river', ' 河流 près', ' 🌊 runs.']
export const thought = 'I look at the map.'
export const picture = 'iVBORw0KGgo='
export const pictureUrl = `data:image/png;base64,${picture}`
export const city = { city: 'Paris' }
export const toolName = 'get_weather'
/** The arguments of its call. */
export const args = JSON.stringify(city)
export const question = 'Where does the river run?'

/** The script of a stream that is cut after `frames`. */
export const endAfter = (frames: number): SseScript => ({ stopAfter: { frames, how: 'end' } })

export const json = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value))

/** The usage of `text` as OpenAI's format has it. */
export const totals = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

/** What is counted of 100 tokens of input, 40 of them read from a cache, and 20 of output. */
export const cachedCounts = { input: 100, output: 20, cacheRead: 40 }
