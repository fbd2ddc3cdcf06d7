/** What one measurement may take before it is given up and written down as more than that. */
export const LIMIT_MS = 10_000;

/** A figure; or that it is above the limit, or could not be taken. */
export type Figure = number | 'over' | 'failed';

/** The figures of up to three runs: none is begun once five seconds have gone by. */
export async function upToThree(measure: () => Promise<Figure>): Promise<Figure[]> {
  const figures: Figure[] = [];
  const started = performance.now();
  while (figures.length < 3 && performance.now() - started < 5_000) {
    const figure = await measure();
    if (typeof figure !== 'number') return [figure];
    figures.push(figure);
  }
  return figures;
}

export async function within(limit: number, work: Promise<number>): Promise<Figure> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<'over'>(resolve => {
    timer = setTimeout(() => resolve('over'), limit);
  });
  try {
    return await Promise.race([work, over]);
  } catch (error) {
    console.error(error);
    return 'failed';
  } finally {
    clearTimeout(timer);
    // What was given up fails later, when its page is closed.
    work.catch(() => {});
  }
}
