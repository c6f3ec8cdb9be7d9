import messages from '@sluice/contract/messages/en/shared'
import errors from '../errors.ts'

export default {
  /** With the messages of the server, for `message-reader.ts`. */
  errors: { ...errors, messages },
}
