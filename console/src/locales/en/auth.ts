import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/auth.ts'

export default {
  loginTitle: 'Log in to {{name}}',
  username: 'Username or email',
  password: 'Password',
  login: 'Log in',
  required: 'Please enter username and password',
  expired: 'Not logged in or login expired, please log in again',
  success: 'Login successful',
  contact: 'Cannot log in? Contact the administrator.',
  passwordLoginOff: 'The administrator has switched password login off.',
  defaultPassword: {
    title: 'Change the default password now',
    text: 'You are using the default password of the root account. Anyone can guess it.',
    understood: 'Understood',
  },
} satisfies SameKeys<typeof zh>
