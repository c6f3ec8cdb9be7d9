/** The most characters of a client's name. */
export const clientNameMax = 40

/**
 * What a known program writes in its user agent, and its name as in the set-up of programs. The first match counts:
 * desktop programs name themselves within the user agent of a browser.
 */
const knownAgents: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bclaude-(?:cli|code)\//i, 'Claude Code'],
  [/\bcodex[_-]/i, 'Codex'],
  [/\bGeminiCLI\b/i, 'Gemini CLI'],
  [/\bQwenCode\b/i, 'Qwen Code'],
  [/\bCherryStudio\//i, 'Cherry Studio'],
  [/\bopencode\//i, 'opencode'],
  [/\bcline\b/i, 'Cline'],
  [/\bRoo-?Code\//i, 'Roo Code'],
  [/\bCursor\//, 'Cursor'],
  [/\bLobe-?(?:Chat|Hub)\b/i, 'LobeChat'],
  [/\bOpen ?WebUI\b/i, 'Open WebUI'],
  [/\bChatbox\b/i, 'Chatbox'],
  [/^(?:Async)?OpenAI\/Python\b/, 'OpenAI Python'],
  [/^OpenAI\/JS\b/, 'OpenAI JavaScript'],
  [/^(?:Async)?Anthropic\/Python\b/, 'Anthropic Python'],
  [/^Anthropic\/JS\b/, 'Anthropic JavaScript'],
  [/^curl\//, 'curl'],
  [/^Mozilla\//, 'Browser'],
]

/** The client of calls in sums whose program is none of the known ones: sums have a bounded number of clients. */
export const otherClient = 'other'

const knownClients: ReadonlySet<string> = new Set(knownAgents.map(([, name]) => name))

/** The client under which a call is summed; '' = unknown, as of calls that name none. */
export const summedClientOf = (client: string): string =>
  client === '' || knownClients.has(client) ? client : otherClient

/** Only this many characters of a user agent are read: programs name themselves at the beginning. */
const readMax = 400

/** The names of agents that were asked for before: most calls come from few programs. */
const namesByAgent = new Map<string, string>()
const keptMax = 1_000

/** The client of a call by its user agent: a known name, else the agent's product; '' = it names none. */
export function clientNameOf(userAgent: string): string {
  const kept = namesByAgent.get(userAgent)
  if (kept !== undefined) return kept
  const name = readName(userAgent.slice(0, readMax).trim())
  if (namesByAgent.size >= keptMax) namesByAgent.clear()
  if (userAgent.length <= readMax) namesByAgent.set(userAgent, name)
  return name
}

function readName(agent: string): string {
  const known = knownAgents.find(([sign]) => sign.test(agent))
  if (known) return known[1]
  const [product = ''] = /^[\w!#$%&'*+.^`|~-]+/.exec(agent) ?? []
  return product.slice(0, clientNameMax)
}
