import type { ComponentType, ReactNode } from 'react'
import { type LazyPage, lazyPage } from './lazy-page.tsx'
import { OpenFrame } from './shell/open-frame.tsx'
import { PublicFrame } from './shell/shell.tsx'

// The pages that need no session. Guests see them without the console's router.

export const HomePage = lazyPage(() => import('../pages/home/home-page.tsx'), 'HomePage')
export const LoginPage = lazyPage(() => import('../pages/sign-in/login/login-page.tsx'), 'LoginPage')
export const RegisterPage = lazyPage(() => import('../pages/sign-in/register/register-page.tsx'), 'RegisterPage')
export const ResetPage = lazyPage(() => import('../pages/sign-in/reset/reset-page.tsx'), 'ResetPage')
export const ResetConfirmPage = lazyPage(
  () => import('../pages/sign-in/reset/reset-confirm-page.tsx'),
  'ResetConfirmPage',
)
export const GitHubPage = lazyPage(() => import('../pages/sign-in/oauth/oauth-page.tsx'), 'GitHubPage')
export const OidcPage = lazyPage(() => import('../pages/sign-in/oauth/oauth-page.tsx'), 'OidcPage')
export const LinuxDoPage = lazyPage(() => import('../pages/sign-in/oauth/oauth-page.tsx'), 'LinuxDoPage')
export const TelegramPage = lazyPage(() => import('../pages/sign-in/oauth/oauth-page.tsx'), 'TelegramPage')
export const PricingPage = lazyPage(() => import('../pages/pricing/pricing-page.tsx'), 'PricingPage')
export const ModelPage = lazyPage(() => import('../pages/pricing/model-page.tsx'), 'ModelPage')
export const ReceiptPage = lazyPage(() => import('../pages/receipt/receipt-page.tsx'), 'ReceiptPage')
export const StatusPage = lazyPage(() => import('../pages/status/status-page.tsx'), 'StatusPage')
export const DocsPage = lazyPage(() => import('../pages/docs/docs-page.tsx'), 'DocsPage')
export const AboutPage = lazyPage(() => import('../pages/about/about-page.tsx'), 'AboutPage')
export const AgreementPage = lazyPage(() => import('../pages/about/legal-page.tsx'), 'AgreementPage')
export const PrivacyPage = lazyPage(() => import('../pages/about/legal-page.tsx'), 'PrivacyPage')

type Frame = ComponentType<{ children: ReactNode }> & { preload?(): Promise<void> }

export interface OpenPage {
  /** Its path. `$name` matches a segment, `$` the rest of the path, `{-$name}` an optional segment. */
  path: string
  Page: LazyPage
  Frame: Frame
  /** Shows prices, which the operator may close to guests. */
  hasPrices?: boolean
}

export const openPages: readonly OpenPage[] = [
  { path: '/', Page: HomePage, Frame: PublicFrame },
  { path: '/login', Page: LoginPage, Frame: PublicFrame },
  { path: '/register', Page: RegisterPage, Frame: PublicFrame },
  { path: '/reset', Page: ResetPage, Frame: PublicFrame },
  { path: '/user/reset', Page: ResetConfirmPage, Frame: PublicFrame },
  { path: '/oauth/github', Page: GitHubPage, Frame: PublicFrame },
  { path: '/oauth/oidc', Page: OidcPage, Frame: PublicFrame },
  { path: '/oauth/linuxdo', Page: LinuxDoPage, Frame: PublicFrame },
  { path: '/oauth/telegram', Page: TelegramPage, Frame: PublicFrame },
  { path: '/pricing', Page: PricingPage, Frame: OpenFrame, hasPrices: true },
  { path: '/models/$model/$', Page: ModelPage, Frame: OpenFrame, hasPrices: true },
  { path: '/receipt/$link', Page: ReceiptPage, Frame: OpenFrame },
  { path: '/status', Page: StatusPage, Frame: OpenFrame },
  { path: '/docs/{-$slug}', Page: DocsPage, Frame: OpenFrame },
  { path: '/about', Page: AboutPage, Frame: OpenFrame },
  { path: '/user-agreement', Page: AgreementPage, Frame: OpenFrame },
  { path: '/privacy-policy', Page: PrivacyPage, Frame: OpenFrame },
]
