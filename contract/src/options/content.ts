import { siteNameMax } from '../setup.ts'
import { card, option } from './option.ts'
import { mail, onOff, page, text } from './option-type.ts'
import { pictureAddress, plainName } from './value-checks.ts'

// Texts of the site.

/** The running version. It has no options. */
export const infoCard = card({ id: 'info', area: 'other', writer: 'admin', options: {} })

export const noticeCard = card({
  id: 'notice',
  area: 'other',
  writer: 'admin',
  options: {
    Notice: option(page(262_144), {
      default: '',
      effect: 'Announcement, Markdown or HTML: `GET /api/notice`.',
    }),
  },
})

export const nameCard = card({
  id: 'name',
  area: 'other',
  writer: 'admin',
  options: {
    SystemName: option(text(siteNameMax), {
      default: 'Sluice',
      effect: 'Name of the site, wherever it appears.',
      check: plainName,
      example: 'Acme gateway',
    }),
  },
})

export const logoCard = card({
  id: 'logo',
  area: 'other',
  writer: 'admin',
  options: {
    Logo: option(text(2_048), {
      default: '',
      effect: 'Address of the logo. Pages may load images from its host.',
      check: pictureAddress,
      example: 'https://example.com/logo.png',
    }),
  },
})

export const homeCard = card({
  id: 'home',
  area: 'other',
  writer: 'admin',
  options: {
    HomePageContent: option(page(262_144), {
      default: '',
      effect:
        'Content of the home page, Markdown, HTML or an https address that is shown in a frame: `GET /api/home_page_content`. Empty = the built-in page.',
    }),
  },
})

const block = (effect: string) => option(onOff, { default: true, effect })

/** Parts of the built-in home page. */
export const homeBlocksCard = card({
  id: 'home_blocks',
  area: 'other',
  writer: 'admin',
  options: {
    'home_page.traffic': block('The built-in home page shows the share of each maker in the calls of the last hours.'),
    'home_page.prices': block('The built-in home page shows prices of some models, and what was measured of them.'),
    'home_page.samples': block('The built-in home page shows a sample receipt, and how calls change routes.'),
    'home_page.questions': block('The built-in home page shows the questions and answers, the contact and the terms.'),
    'home_page.refund_rule': option(text(1_000), {
      default: '',
      effect: 'When balance is paid back, in a sentence on the built-in home page. Empty = it says nothing.',
      example: 'Unused balance is paid back within 14 days.',
    }),
  },
})

/** What search engines and messengers get to know. */
export const publicPagesCard = card({
  id: 'public_pages',
  area: 'other',
  writer: 'admin',
  options: {
    'public_pages.indexed': option(onOff, {
      default: true,
      effect:
        'Search engines may list the public pages: `/robots.txt` and `/sitemap.xml`. Off = `robots.txt` forbids all.',
    }),
    'public_pages.picture': option(text(2_048), {
      default: '',
      check: pictureAddress,
      effect: 'The picture that messengers show with a link to the site, 1200 × 630. Empty = the logo.',
      example: 'https://ai.example/card.png',
    }),
  },
})

/** The operator's pages of the documentation, which are kept in a table of their own. It has no options. */
export const docsPagesCard = card({ id: 'docs_pages', area: 'other', writer: 'admin', options: {} })

export const aboutCard = card({
  id: 'about',
  area: 'other',
  writer: 'admin',
  options: {
    About: option(page(262_144), {
      default: '',
      effect:
        'Content of the about page, Markdown, HTML or an https address that is shown in a frame: `GET /api/about`.',
    }),
  },
})

export const contactCard = card({
  id: 'contact',
  area: 'other',
  writer: 'admin',
  options: {
    ContactEmail: option(mail, {
      default: '',
      effect: 'Mail address for people who cannot log in. The log-in page shows it where there is no about page.',
      example: 'help@example.com',
    }),
  },
})

export const footerCard = card({
  id: 'footer',
  area: 'other',
  writer: 'admin',
  options: {
    Footer: option(page(65_536), { default: '', effect: 'HTML shown instead of the default footer.' }),
  },
})

export const agreementCard = card({
  id: 'agreement',
  area: 'other',
  writer: 'admin',
  options: {
    'legal.user_agreement': option(page(262_144), {
      default: '',
      effect:
        'User agreement, Markdown, HTML or an https address that is shown in a frame: `GET /api/user-agreement`, page `/user-agreement`. The registration form links to it.',
    }),
  },
})

export const privacyCard = card({
  id: 'privacy',
  area: 'other',
  writer: 'admin',
  options: {
    'legal.privacy_policy': option(page(262_144), {
      default: '',
      effect:
        'Privacy policy, Markdown, HTML or an https address that is shown in a frame: `GET /api/privacy-policy`, page `/privacy-policy`.',
    }),
  },
})
