import { type JsonRecord, recordsOf } from '@sluice/contract/read-json'
import type { KnownTool } from '@sluice/contract/tool-prices'
import { camelNameOf } from '../json/camel-name.ts'

/** The client runs it. */
const client = { runs: 'client' } as const
/** The upstream runs it, and charges only the tokens. */
const free = { runs: 'free' } as const
const paid = (tool: KnownTool) => ({ runs: 'paid', tool }) as const

export type HostedTool = typeof client | typeof free | { readonly runs: 'paid'; readonly tool: KnownTool }

/** Types of tools, or the keys of Gemini's tools. A `*` at the end stands for any text, such as a date. */
type ToolTable = Readonly<Record<string, HostedTool>>

/**
 * https://developers.openai.com/api/docs/pricing, read 2026-11-20, and types/responses/tool.py of openai-python 3.57.0,
 * read 2026-11-29. Of MCP servers and searches for tools, OpenAI charges the tokens. `image_generation` and containers
 * depend on the fields of the tool. xAI: https://docs.x.ai/developers/pricing, read 2026-11-29. Perplexity:
 * https://docs.perplexity.ai/docs/getting-started/pricing, as of 2026-10-07.
 */
const responses: ToolTable = {
  function: client,
  custom: client,
  apply_patch: client,
  local_shell: client,
  computer: client,
  computer_use: client,
  computer_use_preview: client,
  mcp: free,
  tool_search: free,
  programmatic_tool_calling: free,
  // Of Mistral: dearer than what the beginning of the name says.
  web_search_premium: paid('search_premium'),
  document_library: paid('document_library'),
  'web_search*': paid('web_search'),
  file_search: paid('file_search'),
  x_search: paid('x_search'),
  code_execution: paid('code_execution'),
  collections_search: paid('file_search'),
  attachment_search: paid('attachment_search'),
  image_search: paid('image_search'),
  people_search: paid('people_search'),
  finance_search: paid('finance_search'),
  fetch_url: paid('fetch_url'),
  sandbox: paid('sandbox'),
}

/**
 * Chat Completions of hosts that run tools. Mistral: types of mistralai 3.7.0; Moonshot:
 * https://platform.kimi.ai/docs/pricing/tools; both read 2026-11-29.
 */
const openai: ToolTable = {
  function: client,
  custom: client,
  web_search_premium: paid('search_premium'),
  'web_search*': paid('web_search'),
  $web_search: paid('web_search'),
  x_search: paid('x_search'),
  code_execution: paid('code_execution'),
  code_interpreter: paid('code_execution'),
  document_library: paid('document_library'),
  file_search: paid('file_search'),
}

/**
 * Types of anthropic 2.14.0, read 2026-11-29; https://platform.claude.com/docs/en/about-claude/pricing, as of 2026-05:
 * fetched pages cost their tokens, as do MCP servers and searches for tools.
 */
const anthropic: ToolTable = {
  custom: client,
  'bash_*': client,
  'text_editor_*': client,
  'computer_*': client,
  'browser_toolset_*': client,
  'memory_*': client,
  'web_fetch_*': free,
  'tool_search_tool_*': free,
  mcp_toolset: free,
  'web_search_*': paid('web_search'),
  'code_execution_*': paid('code_execution'),
  'advisor_*': paid('advisor'),
}

/**
 * Fields of `Tool` of google-genai 3.6.1, read 2026-11-29; https://ai.google.dev/gemini-api/docs/pricing, read
 * 2026-11-20. Of pages, code and searches in files, Google charges the tokens.
 */
const gemini: ToolTable = {
  functionDeclarations: client,
  computerUse: client,
  codeExecution: free,
  urlContext: free,
  fileSearch: free,
  mcpServers: free,
  googleSearch: paid('google_search'),
  googleSearchRetrieval: paid('google_search'),
  googleMaps: paid('google_maps'),
}

const tables = { responses, openai, anthropic, gemini } as const

/** What is known of a tool of a request, by its type; undefined = nothing, so that it may cost anything. */
export function hostedTool(format: keyof typeof tables, type: string): HostedTool | undefined {
  const table: ToolTable = tables[format]
  if (Object.hasOwn(table, type)) return table[type]
  const beginning = Object.keys(table).find((name) => name.endsWith('*') && type.startsWith(name.slice(0, -1)))
  return beginning === undefined ? undefined : table[beginning]
}

/** Whether a body, in any format, has a tool that the upstream runs, paid or free. */
export const hasHostedTool = ({ tools: given, mcp_servers: servers }: JsonRecord): boolean =>
  servers !== undefined || recordsOf(given).some(isHosted)

const typedFormats = ['responses', 'openai', 'anthropic'] as const

function isHosted(tool: JsonRecord): boolean {
  const { type } = tool
  if (typeof type === 'string') return typedFormats.every((format) => hostedTool(format, type)?.runs !== 'client')
  // Gemini's have their kind as a key, written in two ways.
  return Object.keys(tool)
    .map(camelNameOf)
    .some((name) => Object.hasOwn(gemini, name) && gemini[name]?.runs !== 'client')
}

/** All that is known, for the page that lists it. */
export const hostedTools: Readonly<Record<keyof typeof tables, ToolTable>> = tables
