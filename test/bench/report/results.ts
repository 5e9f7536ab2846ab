/** The figures of a run, gathered round by round. */
import type { Figure } from '../measures/measure';
import { median } from '../measures/quantile';

/** What one entrant had for one figure, in the order of the rounds. */
export interface Series {
  readonly figure: string;
  readonly entrant: string;
  readonly unit: string;
  readonly values: readonly number[];
}

/** A round that came to nothing. */
export interface Failed {
  readonly measure: string;
  readonly entrant: string;
  readonly round: number;
  readonly why: string;
}

/** All of a run. */
export class Results {
  readonly failed: Failed[] = [];
  private readonly kept = new Map<string, { figure: string; entrant: string; unit: string; values: number[] }>();

  /** Takes the figures of a round. */
  add(entrant: string, figures: readonly Figure[]): void {
    for (const { name, unit, value } of figures) {
      const key = `${name}\n${entrant}`;
      const series = this.kept.get(key) ?? { figure: name, entrant, unit, values: [] };
      series.values.push(value);
      this.kept.set(key, series);
    }
  }

  /** Every series, in the order in which they began. */
  get all(): readonly Series[] {
    return [...this.kept.values()];
  }

  /** The figures that there are, in the order in which they began. */
  get figures(): readonly string[] {
    return [...new Set(this.all.map(({ figure }) => figure))];
  }

  /** One entrant's series; undefined where it had no part, or no round came to an end. */
  series(figure: string, entrant: string): Series | undefined {
    return this.kept.get(`${figure}\n${entrant}`);
  }
}

/**
 * How one series stands to another: the median of the rounds' own ratios, since a machine that is slow for a while is slow for both;
 * the ratio of the medians where the two had not as many rounds.
 */
export function ratioOf(series: Series, other: Series): number {
  if (series.values.length !== other.values.length) return median(series.values) / median(other.values);
  return median(series.values.map((value, round) => value / (other.values[round] ?? Number.NaN)));
}
