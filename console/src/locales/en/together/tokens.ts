import connect from '../connect.ts'
import tokens from '../tokens.ts'

export default {
  connect,
  tokens,
}
