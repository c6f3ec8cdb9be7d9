/** An option that must hold something, or lists of options of which one must be complete. */
export type OptionNeed = string | { oneOf: readonly (readonly string[])[] }

/** A feature of the site, how it is switched, and what it needs while it is on. */
export interface OptionFeature {
  /** A boolean option; or one whose value switches the feature on once those of `with` hold something too. */
  switch: string
  /** Absent: the switch alone decides. */
  with?: readonly string[]
  needs: readonly OptionNeed[]
}

/** What each switch needs. The server refuses writes that break it; the console shows it at the field. */
export const optionFeatures: readonly OptionFeature[] = [
  // A paid order is lost when the gateway is given an address on this machine.
  { switch: 'PayAddress', with: ['EpayId', 'EpayKey'], needs: ['ServerAddress'] },
  { switch: 'StripeApiSecret', with: ['StripeWebhookSecret'], needs: ['ServerAddress'] },
  {
    switch: 'EmailVerificationEnabled',
    needs: ['SMTPServer', { oneOf: [['SMTPFrom'], ['SMTPAccount']] }],
  },
  { switch: 'EmailDomainRestrictionEnabled', needs: ['EmailDomainWhitelist'] },
  { switch: 'TurnstileCheckEnabled', needs: ['TurnstileSiteKey', 'TurnstileSecretKey'] },
  {
    switch: 'oidc.enabled',
    needs: [
      'oidc.client_id',
      'oidc.client_secret',
      // Without a discovery document, all that verifies an id_token is filled in by hand.
      {
        oneOf: [
          ['oidc.well_known'],
          ['oidc.issuer', 'oidc.jwks_uri', 'oidc.authorization_endpoint', 'oidc.token_endpoint'],
        ],
      },
    ],
  },
  { switch: 'GitHubOAuthEnabled', needs: ['GitHubClientId', 'GitHubClientSecret'] },
  { switch: 'LinuxDOOAuthEnabled', needs: ['LinuxDOClientId', 'LinuxDOClientSecret'] },
  {
    switch: 'WeChatAuthEnabled',
    needs: ['WeChatServerAddress', 'WeChatServerToken', 'WeChatAccountQRCodeImageURL'],
  },
  { switch: 'TelegramOAuthEnabled', needs: ['TelegramBotToken', 'TelegramBotName'] },
]

/** The options that must be filled in for `needs`; of alternatives those of the one that lacks the fewest. */
export function missingOptions(
  needs: readonly OptionNeed[],
  isFilled: (option: string) => boolean,
): string[] {
  const missing = (names: readonly string[]) => names.filter((name) => !isFilled(name))
  return needs.flatMap((need) => {
    if (typeof need === 'string') return missing([need])
    return need.oneOf.map(missing).toSorted((a, b) => a.length - b.length)[0] ?? []
  })
}

/** Every option that `needs` speaks of. */
export const neededOptions = (needs: readonly OptionNeed[]): string[] =>
  needs.flatMap((need) => (typeof need === 'string' ? [need] : need.oneOf.flat()))
