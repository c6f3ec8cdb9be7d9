import { curl } from '@sluice/contract/client-recipes/curl'
import { python } from '@sluice/contract/client-recipes/python'
import type { ClientTarget } from '@sluice/contract/client-recipes/recipe'
import { typescript } from '@sluice/contract/client-recipes/typescript'
import { buildAnthropicBody } from './anthropic-body.ts'
import { buildRequest, type Settings, type Target } from './build-request.ts'
import type { ChatMessage } from './message.ts'

export const codeClients = ['curl', 'python', 'typescript', 'anthropic'] as const
export type CodeClient = (typeof codeClients)[number]

interface CodedCall extends Target {
  /** The address of the site, without a trailing slash. */
  site: string
  /** Stands for the key. */
  key: string
  settings: Settings
  messages: readonly ChatMessage[]
  /** The most output tokens of the model, where they are known. */
  outputMax: number | undefined
}

interface CallCode {
  language: string
  /** The command that installs the client's package. */
  install?: string
  text: string
}

/** The messages of the call that made a lane's last answer; of an empty conversation none. */
export function messagesOfCall(messages: readonly ChatMessage[]): ChatMessage[] {
  const last = messages.findLastIndex(({ role, toolCalls = [], isSample }) => {
    const hasResults = toolCalls.some(({ result }) => result !== undefined)
    return !isSample && (role === 'user' || hasResults)
  })
  return messages.slice(0, last + 1)
}

/** The program that makes a call, by the writers that the connect panel uses. It waits for the whole answer. */
export function writeCallCode(client: CodeClient, call: CodedCall): CallCode {
  const { site, key, model } = call
  const isAnthropic = client === 'anthropic'
  const target: ClientTarget = {
    url: site,
    key,
    model,
    format: isAnthropic ? 'anthropic' : 'openai',
    models: [],
    site: '',
    body: isAnthropic ? buildAnthropicBody(call.settings, call, call.messages) : chatBodyOf(call),
  }
  const recipe = { curl, python, typescript, anthropic: python }[client]
  return recipe.code?.(target) ?? { language: '', text: '' }
}

/** Without what belongs to the playground's own call: its group, which the key decides, and the stream. */
function chatBodyOf({ settings, messages, model, taken }: CodedCall): Record<string, unknown> {
  const { group: _, stream: __, stream_options: ___, ...body } = buildRequest(settings, { model, taken }, messages)
  return body
}

/** The code to read: what was attached is named by its beginning. What is copied is whole. */
export const shortenData = (text: string): string =>
  text.replace(/[A-Za-z0-9+/]{200,}={0,2}/g, (data) => `${data.slice(0, 24)}…`)
