import channelChecks from '../channel-checks.ts'
import channelEditor from '../channel-editor.ts'
import channelKeys from '../channel-keys.ts'
import channels from '../channels.ts'

export default {
  channels,
  'channel-checks': channelChecks,
  'channel-editor': channelEditor,
  'channel-keys': channelKeys,
}
