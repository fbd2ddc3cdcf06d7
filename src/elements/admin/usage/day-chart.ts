import { html, svg, type TemplateResult } from 'lit';
import type { AdminStrings } from '../../../locales/admin/strings.ts';
import type { UsageDay } from './usage-report.ts';

const HEIGHT = 96;
const BAR = 10;
const GAP = 4;

/** A bar chart of one count by day. Its accessible name is a sentence with the total and the maximum. */
export function renderDayChart(
  days: readonly UsageDay[],
  count: 'requests' | 'failures' | 'unanswered' | 'credits',
  { usage }: AdminStrings,
  locale: string,
): TemplateResult {
  const values = days.map(day => day[count]);
  const highest = Math.max(...values);
  let total = 0;
  for (const value of values) total += value;
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(locale);
  const nameOf = (i: number): string => date.format(new Date(days[i]!.day));
  const width = values.length * (BAR + GAP) - GAP;
  const sentence = usage.summary(usage[count], total, highest, nameOf(values.indexOf(highest)));
  return html`<figure class="chart">
    <figcaption><span>${usage[count]}</span> <strong>${number.format(total)}</strong></figcaption>
    <svg role="img" aria-label=${sentence} viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none">
      ${values.map((value, i) => {
        const height = highest === 0 ? 0 : Math.max(value > 0 ? 2 : 0, (value / highest) * (HEIGHT - 2));
        return svg`<rect class="track" x=${i * (BAR + GAP)} y="0" width=${BAR} height=${HEIGHT} rx="2" />
          <rect x=${i * (BAR + GAP)} y=${HEIGHT - height} width=${BAR} height=${height} rx="2">
            <title>${nameOf(i)}: ${number.format(value)}</title>
          </rect>`;
      })}
    </svg>
    <p class="axis" aria-hidden="true"><span>${nameOf(0)}</span><span>${nameOf(days.length - 1)}</span></p>
  </figure>`;
}
