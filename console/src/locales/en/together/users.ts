import account from '../account.ts'
import users from '../users.ts'

export default {
  account,
  users,
}
