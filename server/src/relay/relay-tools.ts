import type { AdmissionTools } from './admit-call.ts'
import type { AnswerTools } from './answer-call.ts'
import type { EntryTools } from './identify-call.ts'
import type { UpstreamTools } from './try-channels.ts'

/** What the calls of one server share: its memory of callers, channels and answers, and the ways outside. */
export type RelayTools = EntryTools & AdmissionTools & UpstreamTools & AnswerTools
