import { type MappingAlgorithm, type ThemeConfig, theme } from 'antd'
import { lessMotion } from '../lib/less-motion.ts'
import type { ThemeMode } from '../lib/theme-mode.ts'

const fontFamily =
  "'Inter Variable', 'PingFang SC', 'HarmonyOS Sans SC', 'Microsoft YaHei', 'Noto Sans SC', system-ui, sans-serif"
const fontFamilyCode = "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace"

/** The base colours. All others are derived from them. */
const palettes = {
  light: {
    colorPrimary: '#0f766e',
    colorPrimaryHover: '#115e59',
    colorPrimaryActive: '#134e4a',
    colorPrimaryBg: '#f0fdfa',
    colorPrimaryBgHover: '#ccfbf1',
    colorPrimaryBorder: '#99f6e4',
    colorPrimaryText: '#0f766e',
    colorPrimaryTextHover: '#115e59',
    colorLink: '#0f766e',
    colorLinkHover: '#115e59',
    colorLinkActive: '#134e4a',
    colorBgLayout: '#f8fafc',
    colorBgContainer: '#ffffff',
    colorBgElevated: '#ffffff',
    colorText: '#0f172a',
    colorTextSecondary: '#475569',
    colorTextTertiary: '#64748b',
    colorTextQuaternary: '#94a3b8',
    colorBorder: '#cbd5e1',
    colorBorderSecondary: '#e2e8f0',
    colorFill: '#e2e8f0',
    colorFillSecondary: '#eef2f6',
    colorFillTertiary: '#f1f5f9',
    colorFillQuaternary: '#f8fafc',
    colorSuccess: '#15803d',
    colorWarning: '#b45309',
    colorError: '#dc2626',
    colorErrorHover: '#b91c1c',
    colorErrorActive: '#991b1b',
    colorInfo: '#0369a1',
    colorSuccessBg: '#f0fdf4',
    colorSuccessBorder: '#bbf7d0',
    colorWarningBg: '#fffbeb',
    colorWarningBorder: '#fde68a',
    colorErrorBg: '#fef2f2',
    colorErrorBorder: '#fecaca',
    colorInfoBg: '#f0f9ff',
    colorInfoBorder: '#bae6fd',
  },
  dark: {
    colorPrimary: '#2dd4bf',
    colorPrimaryHover: '#5eead4',
    colorPrimaryActive: '#14b8a6',
    colorPrimaryBg: '#0f2f2e',
    colorPrimaryBgHover: '#134040',
    colorPrimaryBorder: '#115e59',
    colorPrimaryText: '#2dd4bf',
    colorPrimaryTextHover: '#5eead4',
    colorLink: '#2dd4bf',
    colorLinkHover: '#5eead4',
    colorLinkActive: '#14b8a6',
    colorBgLayout: '#0b1118',
    colorBgContainer: '#111922',
    colorBgElevated: '#19232e',
    colorText: '#e2e8f0',
    colorTextSecondary: '#a9b6c6',
    colorTextTertiary: '#8a99ad',
    colorTextQuaternary: '#64748b',
    colorBorder: '#324152',
    colorBorderSecondary: '#212d3a',
    colorFill: '#2b3947',
    colorFillSecondary: '#222e3a',
    colorFillTertiary: '#1b2631',
    colorFillQuaternary: '#151e28',
    colorSuccess: '#4ade80',
    colorWarning: '#fbbf24',
    colorError: '#f87171',
    colorErrorHover: '#fca5a5',
    colorErrorActive: '#f87171',
    colorInfo: '#38bdf8',
    colorSuccessBg: '#10271a',
    colorSuccessBorder: '#1d5233',
    colorWarningBg: '#262011',
    colorWarningBorder: '#574515',
    colorErrorBg: '#2c1719',
    colorErrorBorder: '#6b2226',
    colorInfoBg: '#0c2233',
    colorInfoBorder: '#124a6b',
  },
} as const satisfies Record<ThemeMode, Record<string, string>>

const seeds = { light: theme.defaultAlgorithm, dark: theme.darkAlgorithm }

/** The library's algorithm changes seed colours; these are set exactly. */
const exactColors =
  (mode: ThemeMode): MappingAlgorithm =>
  (seed) => ({ ...seeds[mode](seed), ...palettes[mode] })

/**
 * Animated components ignore clicks until their first frame. With `prefers-reduced-motion` they are shown without
 * animation. The setting is read once: a change would remount the page and lose its state.
 */
const motion = lessMotion.matches ? { motion: false } : {}

/** All design tokens of the console. Components use only these. */
export function buildTheme(mode: ThemeMode): ThemeConfig {
  const colors = palettes[mode]
  const onPrimary = mode === 'dark' ? '#042f2e' : '#ffffff'
  return {
    // The key is the class on <html>, so that the variables reach the page and not only the components.
    cssVar: { prefix: 'ant', key: 'sluice' },
    hashed: false,
    algorithm: exactColors(mode),
    token: {
      colorPrimary: colors.colorPrimary,
      colorSuccess: colors.colorSuccess,
      colorWarning: colors.colorWarning,
      colorError: colors.colorError,
      colorInfo: colors.colorInfo,
      colorTextPlaceholder: colors.colorTextTertiary,
      colorTextDescription: colors.colorTextTertiary,
      colorTextHeading: colors.colorText,
      colorTextLabel: colors.colorTextSecondary,
      colorIcon: colors.colorTextSecondary,
      fontFamily,
      fontFamilyCode,
      fontSize: 14,
      borderRadius: 8,
      controlHeight: 32,
      wireframe: false,
      ...motion,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
      boxShadowTertiary: 'none',
    },
    components: {
      Button: {
        primaryColor: onPrimary,
        // The full accent would be the loudest part of every dark page.
        ...(mode === 'dark' && { colorPrimary: colors.colorPrimaryActive, colorPrimaryHover: colors.colorPrimary }),
        dangerColor: mode === 'dark' ? '#450a0a' : '#ffffff',
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
      },
      Table: {
        cellFontSize: 13,
        cellFontSizeMD: 13,
        cellFontSizeSM: 13,
        cellPaddingBlockMD: 6,
        cellPaddingBlock: 10,
        cellPaddingBlockSM: 6,
        headerBg: colors.colorBgContainer,
        headerColor: colors.colorTextSecondary,
        headerSplitColor: 'transparent',
        rowHoverBg: colors.colorFillQuaternary,
        rowSelectedBg: colors.colorPrimaryBg,
        // With a stronger colour the fainter texts of a row would not be readable.
        rowSelectedHoverBg: colors.colorPrimaryBg,
        borderColor: colors.colorBorderSecondary,
      },
      // The selected day has the text colour of a primary button; days of other months can be selected, so they are
      // readable.
      DatePicker: { colorTextLightSolid: onPrimary, colorTextDisabled: colors.colorTextTertiary },
      Form: { verticalLabelPadding: '0 0 4px', itemMarginBottom: 20 },
      Tooltip: {
        colorBgSpotlight: mode === 'dark' ? '#2b3947' : '#1e293b',
      },
      // The footer is in line with the fields.
      Drawer: { paddingLG: 24, footerPaddingInline: 24 },
      Card: { headerFontSize: 14 },
      // Visible on the page, a panel and a drawer; the chosen item is lighter than the track.
      Segmented: {
        trackBg: colors.colorFillSecondary,
        itemSelectedBg: mode === 'dark' ? colors.colorBorder : colors.colorBgElevated,
      },
      // Visible on the page and on a panel.
      Slider: {
        railBg: colors.colorBorder,
        railHoverBg: colors.colorBorder,
        handleColor: colors.colorPrimary,
      },
      Tag: { defaultBg: colors.colorFillTertiary, defaultColor: colors.colorTextSecondary },
    },
  }
}
