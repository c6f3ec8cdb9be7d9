import type { ChatRequest, Thinking } from './chat-request.ts'
import type { Message } from './content.ts'
import { fitThinking, isThinkingOff } from './fit-thinking.ts'
import { jsonInstruction, withInstruction } from './json-instruction.ts'
import type { ModelRules } from './model-rules.ts'

/**
 * A new request that the model accepts: refused settings are dropped, changed to supported ones, or become
 * instructions.
 */
export function applyModelRules(request: ChatRequest, rules: ModelRules | null): ChatRequest {
  if (!rules) return request
  const fitted: ChatRequest = { ...request }
  fitOutput(fitted, rules)
  setThinking(fitted, thinkingOf(fitted, rules))
  raiseOutputAboveBudget(fitted, rules)
  const isThinking = thinks(fitted.thinking, rules)
  dropRefused(fitted, rules, isThinking)
  easeForcedTools(fitted, rules)
  easeFormat(fitted, rules)
  const isPrefillRefused = rules.prefill === 'refused' || (rules.prefill === 'not_while_thinking' && isThinking)
  if (isPrefillRefused) fitted.messages = withoutPrefill(fitted.messages)
  return fitted
}

function fitOutput(request: ChatRequest, rules: ModelRules): void {
  const requested = request.maxOutputTokens ?? rules.defaultMaxOutputTokens
  if (requested === null) return
  request.maxOutputTokens = Math.min(requested, rules.maxOutputTokens ?? requested)
}

const outputGuess = 8192

function thinkingOf(request: ChatRequest, rules: ModelRules): Thinking | undefined {
  if (!rules.thinking) return undefined
  const hasTools = (request.tools?.length ?? 0) > 0
  // A call without thinking is better than a refused one.
  const mustNotThink = hasTools && !rules.takesToolsWhileThinking && rules.thinking.off === 'taken'
  const requested: Thinking | undefined = mustNotThink ? { kind: 'off' } : request.thinking
  const isUnasked = requested?.kind === 'adaptive' && requested.isUnasked === true
  if (isUnasked && !rules.thinking.isOnByDefault) return undefined
  return requested && fitThinking(requested, rules.thinking, request.maxOutputTokens ?? outputGuess)
}

function setThinking(request: ChatRequest, thinking: Thinking | undefined): void {
  if (thinking) request.thinking = thinking
  else delete request.thinking
}

/** The budget counts as output: the limit is raised, as the caller means it for the answer. */
function raiseOutputAboveBudget(request: ChatRequest, rules: ModelRules): void {
  const { thinking, maxOutputTokens } = request
  if (thinking?.kind !== 'budget' || rules.thinking?.budget?.ofEffort !== 'share') return
  if (maxOutputTokens === undefined || thinking.tokens < maxOutputTokens) return
  const wanted = thinking.tokens + maxOutputTokens
  request.maxOutputTokens = Math.min(wanted, rules.maxOutputTokens ?? wanted)
  request.thinking = { ...thinking, tokens: Math.min(thinking.tokens, request.maxOutputTokens - 1) }
}

function thinks(thinking: Thinking | undefined, rules: ModelRules): boolean {
  if (!rules.thinking) return false
  return thinking ? !isThinkingOff(thinking) : rules.thinking.isOnByDefault
}

function dropRefused(request: ChatRequest, rules: ModelRules, isThinking: boolean): void {
  const refused = isThinking ? [...rules.refuses, ...rules.refusesWhileThinking] : rules.refuses
  for (const setting of refused) delete request[setting]
  if (request.temperature === undefined) return
  request.temperature = Math.min(request.temperature, rules.temperatureMax)
  if (!rules.takesTemperatureBesideTopP) delete request.topP
}

/** A tool that cannot be forced becomes an instruction. */
function easeForcedTools(request: ChatRequest, rules: ModelRules): void {
  const { toolChoice } = request
  if (toolChoice?.kind !== 'required' && toolChoice?.kind !== 'named') return
  if (!request.tools?.length) return
  const hasBudget = request.thinking?.kind === 'budget'
  if (rules.forcedTools === 'taken' || (rules.forcedTools === 'not_with_budget' && !hasBudget)) return
  request.toolChoice = { kind: 'auto' }
  const wanted = toolChoice.kind === 'named' ? `the tool ${toolChoice.name}` : 'one of the tools'
  request.messages = withInstruction(request.messages, `Answer by calling ${wanted}, and with nothing else.`)
}

/** A format that is refused beside functions becomes an instruction. */
function easeFormat(request: ChatRequest, rules: ModelRules): void {
  const { responseFormat, tools } = request
  if (rules.takesJsonBesideTools || !tools?.length || !responseFormat || responseFormat.kind === 'text') return
  delete request.responseFormat
  request.messages = withInstruction(request.messages, jsonInstruction(responseFormat))
}

function withoutPrefill(messages: Message[]): Message[] {
  if (messages.at(-1)?.role !== 'assistant') return messages
  const text = 'Go on exactly where your last message ends, without repeating any of it.'
  return [...messages, { role: 'user', parts: [{ kind: 'text', text }] }]
}
