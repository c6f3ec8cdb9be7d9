import type { IconDefinition } from '@ant-design/icons-svg/es/types'

/** The icon package draws each meridian as an outline, in 3 kB, which every page would load. */
export const globeIcon: IconDefinition = {
  name: 'globe',
  theme: 'outlined',
  icon: {
    tag: 'svg',
    attrs: { viewBox: '64 64 896 896' },
    children: [
      {
        tag: 'path',
        attrs: {
          d: 'M920 512A408 408 0 1 1 104 512A408 408 0 1 1 920 512ZM688 512C688 737 609 920 512 920S336 737 336 512S415 104 512 104S688 287 688 512ZM150 376H874M150 648H874',
          fill: 'none',
          stroke: 'currentColor',
          'stroke-width': '72',
        },
      },
    ],
  },
}
