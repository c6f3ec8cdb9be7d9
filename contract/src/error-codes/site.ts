import type { ErrorCodeInfo } from '../error-code-info.ts'

/** Set-up, options and notices of the site. */
export const siteCodes = {
  mail_not_configured: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'The site cannot send mail. Ask the administrator to set it up.',
  },
  mail_failed: {
    status: 200,
    owner: 'upstream',
    retryable: true,
    message: 'The mail could not be sent. Try again later.',
  },
  test_mail_failed: {
    status: 200,
    owner: 'operator',
    retryable: true,
    message: 'The test mail was not sent. The mail server or the connection to it reported: {{reason}}.',
  },
  turnstile_test_failed: {
    status: 200,
    owner: 'operator',
    retryable: true,
    message: 'The security check cannot be used with these keys: {{reason}}.',
  },
  notification_nowhere: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'No destination for notifications is set. Set a mail address or a webhook first.',
  },
  notification_failed: {
    status: 200,
    owner: 'upstream',
    retryable: true,
    message: 'The notification by {{what}} was not delivered: {{reason}}.',
  },
  not_found: { status: 200, owner: 'caller', retryable: false, message: '{{what}} was not found.' },
  dashboard_disabled: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'The dashboard is switched off.',
  },
  already_initialised: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The system is already initialised.',
  },
  setup_invalid: { status: 400, owner: 'caller', retryable: false, message: '{{reason}}.' },
  setup_token_wrong: {
    status: 403,
    owner: 'caller',
    retryable: false,
    message: 'The set-up token is wrong.',
  },
  option_unknown: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: 'The option {{key}} does not exist.',
  },
  option_invalid: {
    status: 400,
    owner: 'caller',
    retryable: false,
    message: '{{key}}: {{reason}}.',
  },
  option_conflict: {
    status: 409,
    owner: 'caller',
    retryable: false,
    message: 'The option {{key}} was changed by another administrator in the meantime.',
  },
  oidc_discovery_failed: {
    status: 200,
    owner: 'operator',
    retryable: true,
    message: 'The OIDC discovery document could not be read: {{reason}}.',
  },
  release_source_missing: {
    status: 200,
    owner: 'operator',
    retryable: false,
    message: 'No release source is configured.',
  },
  update_check_failed: {
    status: 200,
    owner: 'upstream',
    retryable: true,
    message: 'The check for updates failed: {{reason}}.',
  },
  name_taken: {
    status: 200,
    owner: 'caller',
    retryable: false,
    message: 'The name {{name}} is taken. Choose another.',
  },
  ratio_config_off: {
    status: 403,
    owner: 'operator',
    retryable: false,
    message: 'This site does not publish its prices to other gateways. Ask the administrator.',
  },
  demo_site: {
    status: 405,
    owner: 'caller',
    retryable: false,
    message: 'This site is for demonstration only.',
  },
} as const satisfies Record<string, ErrorCodeInfo>
