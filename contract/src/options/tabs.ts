import { addressCard, workerCard } from './addresses.ts'
import {
  aboutCard,
  agreementCard,
  contactCard,
  docsPagesCard,
  footerCard,
  homeBlocksCard,
  homeCard,
  infoCard,
  logoCard,
  nameCard,
  noticeCard,
  privacyCard,
  publicPagesCard,
} from './content.ts'
import { addressesCard, announcementsCard, faqCard, uptimeCard } from './dashboard-lists.ts'
import { drawingCard } from './drawing.ts'
import { chatsCard, dashboardCard, generalCard, logsCard } from './general.ts'
import { autoGroupsCard, groupModelsCard, groupPairsCard, groupRoutingCard, groupsCard } from './groups.ts'
import { githubCard, linuxdoCard, oidcCard, telegramCard, wechatCard } from './identity-providers.ts'
import { smtpCard } from './mail.ts'
import { mediaCopiesCard } from './media-copies.ts'
import { headerCard, sidebarCard } from './menus.ts'
import { claudeCard, geminiCard, globalCard } from './models.ts'
import { monitoringCard } from './monitoring.ts'
import { paymentCard, stripeCard } from './payment.ts'
import { expressionsCard, markupCard, pricesCard, rulesCard, toolsCard } from './prices.ts'
import { checkinCard, quotaCard } from './quota.ts'
import { accountLimitsCard, groupLimitsCard, modelLimitsCard, modelRequestsCard } from './rate-limits.ts'
import { sensitiveCard } from './sensitive-words.ts'
import { emailDomainsCard, loginCard, turnstileCard } from './sign-in.ts'

/** The tabs of the settings and their cards, in display order. */
export const optionTabs = {
  operation: [
    generalCard,
    drawingCard,
    sensitiveCard,
    logsCard,
    dashboardCard,
    monitoringCard,
    quotaCard,
    checkinCard,
    chatsCard,
    groupsCard,
    autoGroupsCard,
    groupModelsCard,
    groupPairsCard,
    groupRoutingCard,
    pricesCard,
    rulesCard,
    markupCard,
    expressionsCard,
    toolsCard,
  ],
  ratelimit: [modelRequestsCard, accountLimitsCard, groupLimitsCard, modelLimitsCard],
  models: [geminiCard, claudeCard, globalCard],
  system: [
    addressCard,
    workerCard,
    mediaCopiesCard,
    paymentCard,
    stripeCard,
    loginCard,
    emailDomainsCard,
    smtpCard,
    oidcCard,
    githubCard,
    linuxdoCard,
    wechatCard,
    telegramCard,
    turnstileCard,
  ],
  other: [
    infoCard,
    noticeCard,
    announcementsCard,
    faqCard,
    addressesCard,
    uptimeCard,
    nameCard,
    logoCard,
    homeCard,
    homeBlocksCard,
    publicPagesCard,
    docsPagesCard,
    aboutCard,
    contactCard,
    footerCard,
    headerCard,
    sidebarCard,
    agreementCard,
    privacyCard,
  ],
} as const

export type OptionTab = keyof typeof optionTabs
