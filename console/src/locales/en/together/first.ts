import messages from '@sluice/contract/messages/en/shared'
import common from '../common.ts'
import errors from '../errors.ts'
import shell from '../shell.ts'

export default {
  common,
  /** With the messages of the server, for `message-reader.ts`. */
  errors: { ...errors, messages },
  shell,
}
