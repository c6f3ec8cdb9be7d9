import { siteNameMax } from '@sluice/contract/setup'
import { textOption } from '../option-type.ts'
import { option } from './option.ts'

/** Texts of the site: the tab "other". */
export const textOptions = {
  SystemName: option({
    type: textOption(siteNameMax),
    default: 'New API',
    writer: 'admin',
    screen: 'other',
    effect: 'Name of the site, everywhere it is named.',
  }),
  Logo: option({
    type: textOption(2_048),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'Address of the logo.',
  }),
  Footer: option({
    type: textOption(65_536),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'HTML shown instead of the default footer.',
  }),
  Notice: option({
    type: textOption(262_144),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'Announcement, Markdown or HTML.',
  }),
  About: option({
    type: textOption(262_144),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'Content of the about page, Markdown, HTML or an https address.',
  }),
  HomePageContent: option({
    type: textOption(262_144),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'Content of the home page, Markdown, HTML or an https address.',
  }),
} as const
