import { describe, expect, it } from 'vitest';
import { Balance } from '../../../src/reduce/relevance/balance.ts';

function begun(statistics = { decided: 0, seconds: 0 }) {
  const balance = new Balance(statistics);
  balance.begin();
  return { balance, statistics };
}

describe('comparing', () => {
  it('goes on while little was spent, whatever was saved', () => {
    const { balance } = begun();
    balance.strides = 1_000;
    expect(balance.pays()).toBe(true);
  });

  it('is given up when the time to judge has come and nothing was saved', () => {
    const { balance } = begun();
    balance.strides = 1_000_000;
    expect(balance.pays()).toBe(false);
  });

  it('must save more from trial to trial', () => {
    const { balance } = begun();
    balance.strides = 20_000;
    // What was spent, in strides of a search that does not record.
    balance.save(20_000 * 20 * 0.2);
    expect(balance.pays()).toBe(true);
    balance.strides = 40_000;
    expect(balance.pays()).toBe(false);
  });

  it('is not judged again before the cost has doubled', () => {
    const { balance } = begun();
    balance.strides = 20_000;
    balance.save(20_000 * 20);
    expect(balance.pays()).toBe(true);
    balance.strides = 39_999;
    expect(balance.pays()).toBe(true);
  });
});

describe('queries', () => {
  it('of a comparison are not those of the path that ends next', () => {
    const { balance, statistics } = begun();
    statistics.decided += 2;
    balance.compare(() => {
      statistics.decided += 5;
      statistics.seconds += 3;
    });
    expect(balance.solverSeconds).toBe(3);
    const own = balance.endPath();
    expect(own).toBeGreaterThan(0);
    statistics.decided += 2;
    expect(balance.endPath()).toBe(own);
    expect(balance.endPath()).toBe(0);
  });

  it('that were put before it began count for nobody', () => {
    const { balance } = begun({ decided: 100, seconds: 0 });
    expect(balance.endPath()).toBe(0);
  });

  it('of comparisons make comparing dearer', () => {
    const { balance, statistics } = begun();
    balance.strides = 10;
    balance.compare(() => {
      statistics.decided += 100_000;
    });
    expect(balance.pays()).toBe(false);
  });
});
