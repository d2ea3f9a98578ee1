"""A slow and obvious oracle for Wojowoce, written from the rulebook.

It plays one game from given luck; R-numbers point to the rule decisions in the facts.
It shares no code with the simulators, so that equal games from both are evidence that both are right.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Draw = Callable[[int], int]  # a uniform integer from 0 to n - 1
Rules = Mapping[str, Any]

COLOURS = range(6)
COPIES = 4
SAFE = 255  # counts in the result stop here
ALL = "all"  # every opponent is attacked
TAKES_A_CARD = ("steal_cocktail", "discard_cocktail", "swap_cocktail")  # Attacks on a card of a cocktail
TAKES_FROM_HAND = ("steal_hand", "discard_hand")
ATTACKS = (*TAKES_A_CARD, *TAKES_FROM_HAND, "gift_self")
REACTIONS = ("cancel", "cancel_and_discard_attacker", "redirect", "save_to_hand")
CANCELS = ("cancel", "cancel_and_discard_attacker")  # these may answer a Reaction


@dataclass(frozen=True)
class Warrior:
    """One kind of warrior card, of which there are four copies."""

    colour: int
    value: int
    op: str = "none"
    about: int | None = None  # the colour that the ability is about, if it is about one
    count: int = 1
    targets: int | str = 1
    scope: str = "any"
    which: str = "top"
    to: str = "hand"
    points: int = 0
    discards: int = 0
    use_ability: bool = False
    others_only: bool = False


class Card(NamedTuple):
    """A card in a cocktail: which warrior it is, and the colour it counts as."""

    warrior: int
    colour: int


@dataclass
class Player:
    """What one player has, and what is counted; in hand cards are just warriors."""

    strategy: str
    pick: Draw
    start_points: int
    hand: list[int] = field(default_factory=list)
    cocktail: list[Card] = field(default_factory=list)
    opened: set[int] = field(default_factory=set)
    laid: set[int] = field(default_factory=set)
    attacks: int = 0
    reactions: int = 0
    lost: int = 0
    drawn: int = 0
    fresh: int = 0  # the last cards of the cocktail: Reactions just laid, which the Attack can't choose (R18)

    def lift(self, at: int) -> Card:
        """Take a card, not a fresh one, out of the cocktail: the last one that isn't fresh fills its place."""
        border = len(self.cocktail) - self.fresh
        settled, fresh = self.cocktail[:border], self.cocktail[border:]
        card: Card = take_out(settled, at)
        self.cocktail = settled + fresh[-1:] + fresh[:-1]
        return card

    def put(self, card: Card) -> None:
        """Add a card to the cocktail that no player laid, in front of the fresh ones."""
        border = len(self.cocktail) - self.fresh
        settled, fresh = self.cocktail[:border], self.cocktail[border:]
        self.cocktail = [*settled, card, *fresh[1:], *fresh[:1]]

    def of_colour(self, colour: int) -> int:
        """Count the cards of a colour in the cocktail."""
        return sum(card.colour == colour for card in self.cocktail)


@dataclass
class Attack:
    """A card that attacks, and whom it has met so far."""

    attacker: int
    warrior: int
    hit: set[int] = field(default_factory=set)  # who has been attacked, answered or not
    reacted: set[int] = field(default_factory=set)


def take_out(cards: list[Any], at: int) -> Any:
    """Take out a card; the last one fills its place."""
    card = cards[at]
    cards[at] = cards[-1]
    cards.pop()
    return card


@dataclass
class Table:
    """The table, who sits around it, the luck, and the rules."""

    rules: Rules
    warriors: Sequence[Warrior]
    players: list[Player]
    deck: Draw  # which card lies on top
    grabs: Draw  # which card of a hand is grabbed
    basket: list[int] = field(default_factory=list)  # in no order: the card that is drawn is chosen when it is drawn
    platter: list[int] = field(default_factory=list)  # the top one comes last
    colours: list[int] = field(default_factory=list)  # of the decks in use
    holders: dict[int, int | None] = field(default_factory=dict)  # who has the Premium of each colour
    heat: bool = True  # still in the Basket
    ended: str = ""
    last_turn: int | None = None
    turns: int = 0
    moved: int = 0
    hits: int = 0
    standings: list[list[int]] = field(default_factory=list)
    attacked: list[tuple[Any, ...]] = field(
        default_factory=list
    )  # by, on, who could have been, points taken, scores before

    def prepare(self, decks: Draw, owners: Sequence[int]) -> None:
        """Choose decks, make the Basket of them, and deal five cards each."""
        self.colours = self.choose_decks(decks)
        self.holders = dict.fromkeys(self.colours)
        for number, warrior in enumerate(self.warriors):
            if warrior.colour in self.colours:
                self.basket += [number] * COPIES
        for _ in range(5):
            for owner in range(len(self.players)):
                self.players[owners.index(owner)].hand.append(self.top_of_basket())
        for player in self.players:
            player.opened = set(player.hand)

    def choose_decks(self, decks: Draw) -> list[int]:
        """One deck more than players, at most all six (R29)."""
        wanted = min(len(self.players) + 1, 6)
        if self.rules["decks"]:
            return [colour for colour in COLOURS if self.rules["decks"] >> colour & 1]
        if wanted == len(COLOURS):
            return list(COLOURS)
        left = list(COLOURS)
        return sorted(left.pop(decks(len(left))) for _ in range(wanted))

    def others(self, seat: int) -> list[int]:
        """List the other seats in turn order, beginning with the first after this one."""
        return [(seat + step) % len(self.players) for step in range(1, len(self.players))]

    def op(self, warrior: int) -> str:
        """What a warrior can do."""
        return self.warriors[warrior].op if self.rules["abilities"] else "none"

    # What players are asked

    def ask_to_lay(self, seat: int) -> int:
        """Which card of the hand goes into the cocktail."""
        me = self.players[seat]
        if me.strategy == "highest":
            best = min(me.hand, key=lambda warrior: (-self.warriors[warrior].value, warrior))
            return me.hand.index(best)
        return me.pick(len(me.hand))

    def ask_to_use(self, seat: int) -> bool:
        """Whether the ability is used."""
        me = self.players[seat]
        return me.pick(2) == 1 if me.strategy == "any" else True

    def ask_to_react(self, seat: int, legal: Sequence[int]) -> int | None:
        """Which of these Reactions in hand is laid, if any."""
        me = self.players[seat]
        if me.strategy == "highest":
            lowest = min(legal, key=lambda at: (self.warriors[me.hand[at]].value, me.hand[at]))
            return me.hand.index(me.hand[lowest])
        if me.pick(2) == 0:
            return None
        return legal[me.pick(len(legal))]

    def ask_one_of(self, seat: int, options: Sequence[Any]) -> Any:
        """One of these, which no strategy here has an opinion on."""
        return options[self.players[seat].pick(len(options))]

    # Cards

    def top_of_basket(self) -> int:
        """Take the card that turns out to lie on top: any is as likely."""
        warrior: int = take_out(self.basket, self.deck(len(self.basket)))
        return warrior

    def draw(self, seat: int, when: str) -> bool:
        """Draw a card, and tell whether there was one: from the Basket, or from the Platter where that is empty (R5)."""
        if self.heat and len(self.basket) == 2 * len(self.players):
            self.heat_comes(when)
            if not self.rules["replace_heat"]:
                return False  # R2: Heat was the card
        if self.basket:
            warrior = self.top_of_basket()
        elif self.platter:
            warrior = self.platter.pop()
        else:
            return False
        self.players[seat].hand.append(warrior)
        self.players[seat].drawn += 1
        return True

    def heat_comes(self, when: str) -> None:
        """The end is near: R1, R3 and R4; the current player is the one whose turn it is."""
        players = len(self.players)
        seat = (self.turns - 1) % players
        self.heat = False
        self.ended = when
        more = {
            "full_round": (players - 1 - seat) + players,
            "from_drawer": (players - 1) + players,
            "one_round": players,
        }
        self.last_turn = self.turns + more[self.rules["end"]]

    def lay(self, seat: int, at: int) -> int:
        """Lay a card from hand into the own cocktail, and tell which warrior it is."""
        warrior: int = take_out(self.players[seat].hand, at)
        self.players[seat].laid.add(warrior)
        self.add(seat, warrior)
        return warrior

    def add(self, seat: int, warrior: int) -> None:
        """Add a card to a cocktail, as it comes from hand or Platter: a wild one counts as a colour of the player's choice."""
        colour = self.warriors[warrior].colour
        if self.op(warrior) == "wild_colour":
            colour = self.ask_one_of(seat, self.colours)
        self.players[seat].cocktail.append(Card(warrior, colour))
        self.settle_premiums()

    def discard(self, warrior: int) -> None:
        """Put a card on the Platter."""
        self.platter.append(warrior)

    def settle_premiums(self) -> None:
        """Give every Premium to whoever is entitled to it now (R10, R11, R12)."""
        for colour in self.colours:
            counts = [player.of_colour(colour) for player in self.players]
            holder = self.holders[colour]
            if holder is not None and counts[holder] >= 2 and counts[holder] == max(counts):
                continue  # nobody has more
            leaders = [seat for seat, count in enumerate(counts) if count == max(counts)]
            if len(leaders) == 1 and max(counts) >= 2:
                self.holders[colour] = leaders[0]
                self.moved += 1
            else:
                self.holders[colour] = None

    # Powers

    def may_act(self, seat: int, warrior: int, is_extra: bool) -> bool:
        """Tell whether an Attack or a Power has anything to do (R20)."""
        op = self.op(warrior)
        if op in ATTACKS:
            attack = Attack(seat, warrior)
            return any(self.aims(attack, victim) for victim in self.others(seat))
        if op in ("draw", "draw_discard"):
            return self.heat or self.basket != [] or self.platter != []
        if op == "take_platter":
            return self.takes(self.warriors[warrior]) != []
        if op == "extra_play":
            return self.players[seat].hand != [] and not is_extra
        if op == "discard_own":
            return self.own_of_colour(seat, self.warriors[warrior].about) != []
        return False

    def use(self, seat: int, warrior: int, is_extra: bool = False) -> None:
        """Use the ability of the card just laid, if the player wants to."""
        if not self.may_act(seat, warrior, is_extra) or not self.ask_to_use(seat):
            return
        op = self.op(warrior)
        if op in ATTACKS:
            self.attack(seat, warrior)
        else:
            {
                "draw": self.draw_power,
                "draw_discard": self.draw_discard,
                "take_platter": self.take_platter,
                "extra_play": self.extra_play,
                "discard_own": self.discard_own,
            }[op](seat, self.warriors[warrior])

    def draw_power(self, seat: int, power: Warrior) -> None:
        """Draw cards."""
        for _ in range(power.count):
            self.draw(seat, "by an ability")

    def draw_discard(self, seat: int, power: Warrior) -> None:
        """Draw cards, and put some of the hand on the Platter."""
        self.draw_power(seat, power)
        hand = self.players[seat].hand
        for _ in range(power.discards):
            if hand:
                self.discard(take_out(hand, self.ask_one_of(seat, range(len(hand)))))

    def takes(self, power: Warrior) -> list[int]:
        """List the places of the Platter from which a card may be taken."""
        places = list(range(len(self.platter)))
        if power.which == "top":
            places = places[-1:]
        return [at for at in places if power.about is None or self.warriors[self.platter[at]].colour == power.about]

    def take_platter(self, seat: int, power: Warrior) -> None:
        """Take cards from the Platter into the hand or the cocktail, where they use no ability (R22)."""
        for _ in range(power.count):
            places = self.takes(power)
            if not places:
                break
            at = places[0] if power.which == "top" else self.ask_one_of(seat, places)
            warrior = self.platter.pop(at)
            if power.to == "hand":
                self.players[seat].hand.append(warrior)
            else:
                self.add(seat, warrior)

    def extra_play(self, seat: int, power: Warrior) -> None:
        """Lay more cards, whose abilities may be used if the card says so (R23); but no extra play on an extra play."""
        for _ in range(power.count):
            if self.players[seat].hand:
                warrior = self.lay(seat, self.ask_to_lay(seat))
                if power.use_ability:
                    self.use(seat, warrior, is_extra=True)

    def own_of_colour(self, seat: int, colour: int | None) -> list[int]:
        """List the places of the own cocktail whose cards count as a colour, or all."""
        cocktail = self.players[seat].cocktail
        return [at for at, card in enumerate(cocktail) if colour is None or card.colour == colour]

    def discard_own(self, seat: int, power: Warrior) -> None:
        """Put cards of the own cocktail on the Platter."""
        for _ in range(power.count):
            places = self.own_of_colour(seat, power.about)
            if places:
                self.discard(take_out(self.players[seat].cocktail, self.ask_one_of(seat, places)).warrior)
                self.settle_premiums()

    # Attacks

    def is_untouchable(self, victim: int, at: int) -> bool:
        """Tell whether no Attack can choose a card of a cocktail."""
        cocktail = self.players[victim].cocktail
        if self.op(cocktail[at].warrior) == "untouchable_self":
            return True
        for other, card in enumerate(cocktail):
            shield = self.warriors[card.warrior]
            shields = self.op(card.warrior) == "untouchable_colour" and shield.about == cocktail[at].colour
            if shields and not (other == at and shield.others_only):
                return True
        return False

    def aims(self, attack: Attack, victim: int) -> list[int | None]:
        """List what an Attack can hit at an opponent: places in the cocktail; or None for the hand and the player as such."""
        op, about = self.op(attack.warrior), self.warriors[attack.warrior].about
        other = self.players[victim]
        if op in TAKES_FROM_HAND:
            return [None] if other.hand else []
        if op == "gift_self":
            return [None]
        if op == "swap_cocktail" and not self.players[attack.attacker].cocktail:
            return []  # nothing to give for it
        return [
            at
            for at, card in enumerate(other.cocktail)
            if (about is None or card.colour == about) and not self.is_untouchable(victim, at)
            if at < len(other.cocktail) - other.fresh  # R18
        ]

    def attack(self, seat: int, warrior: int) -> None:
        """Attack opponents one after the other; then nothing is fresh any more."""
        self.players[seat].attacks += 1
        self.go_on(Attack(seat, warrior))
        for player in self.players:
            player.fresh = 0

    def go_on(self, attack: Attack) -> None:
        """Attack opponents one after the other."""
        seat, warrior = attack.attacker, attack.warrior
        targets = self.warriors[warrior].targets
        if isinstance(targets, str):  # R19
            for victim in self.others(seat):
                if victim not in attack.hit and self.aims(attack, victim):
                    self.fall_upon(attack, victim, None)
            return
        for _ in range(targets):
            victims = [victim for victim in self.others(seat) if victim not in attack.hit]
            options = [(victim, at) for victim in victims for at in self.aims(attack, victim)]
            if options:
                victim, at = self.ask_one_of(seat, options)
                self.fall_upon(attack, victim, at)

    def fall_upon(self, attack: Attack, victim: int, at: int | None) -> None:
        """Attack one opponent; `at` is the card aimed at, if the attacker has named it already."""
        attack.hit.add(victim)
        for _ in range(self.warriors[attack.warrior].count):
            options = self.aims(attack, victim)
            if not options:
                return
            if at is None and options != [None]:
                at = self.ask_one_of(attack.attacker, options)
            reaction = self.reaction_to(attack, victim, at)
            if reaction is not None:
                self.answer(attack, victim, at, *reaction)
                return
            self.take_effect(attack, victim, at)
            at = None

    def take_effect(self, attack: Attack, victim: int, at: int | None) -> None:
        """Do what an Attack does, and keep how it went."""
        op = self.op(attack.warrior)
        if op in TAKES_FROM_HAND and not self.players[victim].hand:
            return  # a Reaction to no avail was the last card
        could = [
            seat
            for seat in self.others(attack.attacker)
            if seat == victim or (seat not in attack.hit and self.aims(attack, seat))
        ]
        before = self.scores()
        self.hits += 1
        if self.hits != self.rules["spare"]:
            self.harm(attack, victim, at)
        taken = before[victim] - self.scores()[victim]
        self.attacked.append((attack.attacker, victim, sorted(could), taken, before))

    def harm(self, attack: Attack, victim: int, at: int | None) -> None:
        """Take a card, or give one."""
        op = self.op(attack.warrior)
        me, other = self.players[attack.attacker], self.players[victim]
        if op == "gift_self":
            other.put(take_out(me.cocktail, self.place_of(attack)))
        elif op in TAKES_FROM_HAND:
            warrior = take_out(other.hand, self.grabs(len(other.hand)))
            other.lost += 1
            if op == "steal_hand":
                me.hand.append(warrior)
            else:
                self.discard(warrior)
        else:
            assert at is not None
            give = self.ask_one_of(attack.attacker, range(len(me.cocktail))) if op == "swap_cocktail" else None
            card = other.lift(at)
            other.lost += 1
            if op == "discard_cocktail":
                self.discard(card.warrior)
            else:
                given = [] if give is None else [take_out(me.cocktail, give)]
                me.cocktail.append(card)  # R33: it keeps the colour it counts as
                for card in given:
                    other.put(card)
        self.settle_premiums()

    def place_of(self, attack: Attack) -> int:
        """Find the attacking card in the attacker's cocktail: of several copies the last."""
        cocktail = self.players[attack.attacker].cocktail
        return max(at for at, card in enumerate(cocktail) if card.warrior == attack.warrior)

    # Reactions

    def reactions_against(self, attack: Attack, victim: int, at: int | None, reactor: int) -> list[int]:
        """List the places of a hand that hold a Reaction to this Attack."""
        aimed_at = self.op(attack.warrior)
        side = "hand" if aimed_at in TAKES_FROM_HAND else "cocktail"
        legal = []
        for place, warrior in enumerate(self.players[reactor].hand):
            reaction = self.warriors[warrior]
            fits = reaction.scope in (side, "any")
            if self.op(warrior) == "cancel" and reaction.about is not None:
                fits = fits and at is not None and self.players[victim].cocktail[at].colour == reaction.about
            if self.op(warrior) == "save_to_hand":
                fits = aimed_at in TAKES_A_CARD
            if self.op(warrior) in REACTIONS and fits:
                legal.append(place)
        return legal

    def reaction_to(self, attack: Attack, victim: int, at: int | None) -> tuple[int, int] | None:
        """Ask who may react; tell who did and with what, or None if the Attack takes effect (R13 to R16)."""
        may_react = [victim]
        if self.rules["react"] == "anyone":
            may_react += [seat for seat in self.others(attack.attacker) if seat != victim]
        for reactor in may_react:
            legal = self.reactions_against(attack, victim, at, reactor)
            if reactor in attack.reacted or not legal:
                continue
            choice = self.ask_to_react(reactor, legal)
            if choice is not None:
                attack.reacted.add(reactor)
                warrior = self.react(reactor, choice)
                self.players[reactor].fresh += 1
                return None if self.rules["chain"] and self.is_voided(attack.attacker, reactor) else (reactor, warrior)
        return None

    def react(self, seat: int, at: int) -> int:
        """Lay a Reaction: it stays in the cocktail, and no card is drawn for it (R14, R15)."""
        self.players[seat].reactions += 1
        return self.lay(seat, at)

    def is_voided(self, attacker: int, reactor: int) -> bool:
        """Let both answer one another, and tell whether the Reaction came to nothing."""
        answers = 0
        asked, other = attacker, reactor
        while True:
            hand = self.players[asked].hand
            legal = [at for at, warrior in enumerate(hand) if self.op(warrior) in CANCELS]
            choice = self.ask_to_react(asked, legal) if legal else None
            if choice is None:
                return answers % 2 == 1
            self.react(asked, choice)
            self.players[asked].fresh += asked != attacker  # R21: nobody attacks the own cocktail
            answers += 1
            asked, other = other, asked

    def answer(self, attack: Attack, victim: int, at: int | None, reactor: int, warrior: int) -> None:
        """Do what a Reaction does; the Attack is over for this victim (R17)."""
        op = self.op(warrior)
        if op == "cancel_and_discard_attacker":
            cocktail = self.players[attack.attacker].cocktail
            if any(card.warrior == attack.warrior for card in cocktail):  # it may have been given away
                self.discard(take_out(cocktail, self.place_of(attack)).warrior)
                self.settle_premiums()
        elif op == "redirect":
            instead = [
                seat
                for seat in self.others(attack.attacker)
                if seat not in (reactor, victim) and seat not in attack.hit and self.aims(attack, seat)
            ]
            if instead:
                self.fall_upon(attack, self.ask_one_of(reactor, instead), None)
        elif op == "save_to_hand":
            assert at is not None
            other = self.players[victim]
            other.hand.append(other.lift(at).warrior)
            self.settle_premiums()

    # Turns, and the end

    def turn(self, seat: int) -> None:
        """Have two cards at least, lay one, use its ability, draw one."""
        self.turns += 1
        me = self.players[seat]
        while len(me.hand) < 2:  # R7
            with_heat = self.heat
            if not self.draw(seat, "to have two cards") and self.heat == with_heat:
                break
        if me.hand:  # R8, R9
            self.use(seat, self.lay(seat, self.ask_to_lay(seat)))
        self.draw(seat, "at the end of a turn")

    def sum_of_values(self, seat: int) -> int:
        """What is printed on the cards of a cocktail (R25)."""
        return sum(self.warriors[card.warrior].value for card in self.players[seat].cocktail)

    def premiums(self, seat: int) -> int:
        """How many Premiums a player holds."""
        return sum(holder == seat for holder in self.holders.values())

    def effects(self, seat: int) -> int:
        """What abilities bring at the end (R24)."""
        me = self.players[seat]
        points = 0
        best = int(self.rules["hand_point"])
        for card in me.cocktail:
            warrior = self.warriors[card.warrior]
            if self.op(card.warrior) == "points_per_colour":
                assert warrior.about is not None
                points += warrior.points * me.of_colour(warrior.about)
            if self.op(card.warrior) == "hand_points":
                best = max(best, warrior.points)
        return points + (best - int(self.rules["hand_point"])) * len(me.hand)

    def scores(self) -> list[int]:
        """What all would have if the game ended now."""
        return [
            player.start_points
            + self.sum_of_values(seat)
            + self.rules["premium"] * self.premiums(seat)
            + self.rules["hand_point"] * len(player.hand)  # R26
            + self.effects(seat)
            for seat, player in enumerate(self.players)
        ]


def bits(numbers: set[int]) -> int:
    """Write a set as a number, bit by bit."""
    return sum(1 << number for number in numbers)


def play(
    deck: Draw,
    decks: Draw,
    grabs: Draw,
    whims: Sequence[Draw],
    owners: Sequence[int],
    names: Sequence[str],
    warriors: Sequence[Warrior],
    rules: Rules,
) -> dict[str, Any]:
    """Play one game and tell its result; `standings` are the scores after each round and at the end, `attacked` as in Table.

    `owners` says whose luck each seat has; `names` are strategies by seat: `random`, `highest`, or `any`, which is
    `random` but that it doesn't always use an ability.
    """
    players = [
        Player(name, pick, rules["start_points"][seat])
        for seat, (name, pick) in enumerate(zip(names, whims, strict=True))
    ]
    table = Table(rules, warriors, players, deck, grabs)
    table.prepare(decks, owners)
    while table.last_turn is None or table.turns < table.last_turn:
        seat = table.turns % len(players)
        if seat == 0 and table.turns > 0:
            table.standings.append(table.scores())
        table.turn(seat)
    scores = table.scores()
    seats = range(len(players))
    return {
        "turns": table.turns,
        "winners": [seat for seat in seats if scores[seat] == max(scores)],  # R27
        "ended": table.ended,
        "decks": table.colours,
        "moved": min(SAFE, table.moved),
        "hits": min(SAFE, table.hits),
        "scores": scores,
        "values": [table.sum_of_values(seat) for seat in seats],
        "premiums": [table.premiums(seat) for seat in seats],
        "effects": [table.effects(seat) for seat in seats],
        "cards": [len(player.cocktail) for player in players],
        "hand": [len(player.hand) for player in players],
        "attacks": [min(SAFE, player.attacks) for player in players],
        "reactions": [min(SAFE, player.reactions) for player in players],
        "lost": [min(SAFE, player.lost) for player in players],
        "drawn": [min(SAFE, player.drawn) for player in players],
        "laid": [bits(player.laid) for player in players],
        "opened": [bits(player.opened) for player in players],
        "standings": [*table.standings, scores],
        "attacked": table.attacked,
    }
