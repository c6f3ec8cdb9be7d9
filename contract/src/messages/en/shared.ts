import callReasons from './call-reasons.ts'
import channelReasons from './channel-reasons.ts'
import errors from './errors.ts'
import grammar from './grammar.ts'
import groups from './groups.ts'
import notes from './notes.ts'
import nouns from './nouns.ts'
import paymentMethods from './payment-methods.ts'
import reasons from './reasons.ts'
import reversals from './reversals.ts'

/** The texts for both the server and the console. */
export default {
  errors,
  reasons: { ...reasons, ...callReasons },
  channelReasons,
  groups,
  notes,
  reversals,
  paymentMethods,
  nouns,
  grammar,
} as const
