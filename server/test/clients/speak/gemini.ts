import { answerJson } from '../../answers.ts'
import type { Answer } from '../../fake-upstream.ts'
import { answerFrames } from '../../protocol-fakes.ts'
import { type Json, listOf, textOf } from '../read-json.ts'
import { freshId, fullName, type RequestFacts, splitText, type Turn, turnUsage } from './turn.ts'

/** Model and streaming are in the path of a Gemini request. */
export const readGemini = (body: Json, path: string): RequestFacts => ({
  isStream: path.includes(':streamGenerateContent'),
  thinks: true,
  model: /\/models\/([^:]+):/.exec(path)?.[1] ?? '',
  results: listOf(body.contents)
    .flatMap((content) => listOf(content.parts))
    .flatMap((part) => (part.functionResponse ? [textOf((part.functionResponse as Json).response)] : [])),
  tools: listOf(body.tools)
    .flatMap((tool) => listOf(tool.functionDeclarations))
    .map((declaration) => textOf(declaration.name)),
})

const usageMetadata = {
  promptTokenCount: turnUsage.input,
  cachedContentTokenCount: turnUsage.cached,
  candidatesTokenCount: turnUsage.output,
  totalTokenCount: turnUsage.input + turnUsage.output,
}

function issueSignature(issued: Set<string>): string {
  const made = Buffer.from(freshId('signature-')).toString('base64')
  issued.add(made)
  return made
}

/** A turn in the form of a Gemini upstream. */
export function geminiTurn(turn: Turn, { isStream, model }: RequestFacts, issued: Set<string>): Answer {
  const head = { responseId: freshId('r'), modelVersion: model }
  // The first call of an answer has the signature of all thoughts before it.
  const calls = (turn.calls ?? []).map((call, index) => ({
    functionCall: { name: fullName(call), args: call.input },
    ...(index === 0 ? { thoughtSignature: issueSignature(issued) } : {}),
  }))
  const frame = (parts: Json[], more: Json = {}) => ({
    ...head,
    candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
    usageMetadata,
  })
  const texts = turn.text === undefined ? [] : isStream ? splitText(turn.text) : [turn.text]
  const parts: Json[] = [...texts.map((text) => ({ text })), ...calls]
  if (!isStream) return answerJson(frame(parts, { finishReason: 'STOP' }))
  return answerFrames(
    parts.map((part, index) => frame([part], index === parts.length - 1 ? { finishReason: 'STOP' } : {})),
  )
}
