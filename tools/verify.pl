#!/usr/bin/env perl
# Check a game of Captain's Table: a second checker beside static/history/verify.py, written from docs/chance.md alone.
# Two programs in two languages that agree are less likely to share a mistake. It needs only Perl.
#
#   perl tools/verify.pl game.json [former.json ...]    exit code 0: holds, 1: does not hold, 2: cannot be checked
#   perl tools/verify.pl --lines                        a game per line of standard input, a result per line
use strict;
use warnings;
use B ();
use Digest::SHA qw(sha256 sha256_hex hmac_sha256);
use JSON::PP ();

my $TAG = "captains-table/1/";
my @TERMS = qw(identity options players rules rules_version seating title);
my @PUBLIC = qw(back_to cause end events kind minute ply rules_version seat);
my %PEOPLE = (person => 1, guest => 1);
my %OVER = (finished => 1, cancelled => 1);
my %NOTE = map { $_ => 1 } qw(proposed voted declined agreed resumed seat-offered seat-held seat-back seat-put-up
  seat-merged seat-kept seat-returned taken-over rules-missing rules-back vacation moderated new-seed upgraded);
my %AFTER = map { $_ => 1 } qw(moderated new-seed seat-merged);
my %ENDS = map { $_ => 1 } ("agreed finished agreed", "moderated finished decision", "agreed cancelled ",
  "moderated cancelled decision");
my %OPTIONS = (cannonades => "", captivate => "memory", "captn-eli" => "cards", cardline => "deck hand trait",
  nautilus => "commit rounds");

# ---- JSON and hashes

sub is_text { my ($value) = @_; return defined $value && !ref $value && B::svref_2object(\$value)->FLAGS & B::SVf_POK() }
sub is_whole { my ($value) = @_; return defined $value && !ref $value && !is_text($value) && $value =~ /^-?[0-9]{1,15}$/ }

sub quoted {
    my ($text) = @_;
    my %short = ("\"" => "\\\"", "\\" => "\\\\", "\b" => "\\b", "\f" => "\\f", "\n" => "\\n", "\r" => "\\r", "\t" => "\\t");
    $text =~ s/(["\\\x00-\x1f])/$short{$1} \/\/ sprintf("\\u%04x", ord $1)/ge;
    utf8::encode($text);
    return "\"$text\"";
}

sub canonical {
    my ($value) = @_;
    return "null" unless defined $value;
    return "[" . join(",", map { canonical($_) } @$value) . "]" if ref $value eq "ARRAY";
    return "{" . join(",", map { quoted($_) . ":" . canonical($value->{$_}) } sort keys %$value) . "}"
      if ref $value eq "HASH";
    return $value ? "true" : "false" if ref $value;
    return quoted($value) if is_text($value);
    die "form: not a whole number: $value\n" unless is_whole($value);
    return "$value";
}

sub same { return canonical($_[0]) eq canonical($_[1]) }
sub hashed { my ($tag, @parts) = @_; return sha256_hex(join "", "$TAG$tag\0", @parts) }
sub keyed { my ($key, $tag, $value) = @_; return hmac_sha256("$TAG$tag\0" . canonical($value), $key) }
sub bytes { my ($text) = @_; utf8::encode($text); return $text }
sub some { my ($from, @names) = @_; return map { $_ => $from->{$_} } @names }
sub by_place { return sort { $a->{place} <=> $b->{place} } @{ $_[0]{seats} } }

sub commitment {
    my ($game, $seed) = @_;
    my $start = $game->{start} && { some($game->{start}, qw(table ply position)) };
    return hashed("commitment", canonical({ some($game, @TERMS), start => $start }), $seed);
}

sub key_of {
    my ($game, $seed) = @_;
    my @nonces = sort grep { defined } map { $_->{nonce} } @{ $game->{seats} };
    return unpack "H*", keyed($seed, "key", { commitment => commitment($game, $seed), nonces => \@nonces });
}

sub key_at {
    my ($game, $ply) = @_;
    my @keys = map { $_->{key} } grep { $_->{from} <= $ply } @{ $game->{seeds} };
    return @keys && defined $keys[-1] ? pack("H*", $keys[-1]) : undef;
}

# ---- Numbers from the key

sub stream {
    my ($key, $number, $generation) = @_;
    my ($count, @words) = (0);
    return sub {
        @words = unpack "Q>4", hmac_sha256(pack("q>NN", $number, $generation, $count++), $key) unless @words;
        return shift @words;
    };
}

sub below {
    my ($n, $stream) = @_;
    my $over = (~0 % $n + 1) % $n;    # 2^64 mod n
    while (1) { my $word = $stream->(); return $word % $n if $word <= ~0 - $over }
}

sub shuffled {
    my ($count, $stream) = @_;
    my @order = 0 .. $count - 1;
    for my $last (reverse 1 .. $count - 1) { my $other = below($last + 1, $stream); @order[$last, $other] = @order[$other, $last] }
    return @order;
}

# ---- The form of a file: a test, a pattern, [any number of a form], {name => form}; with "?" also null

my ($WHOLE, $TEXT, $OBJECT) = (\&is_whole, \&is_text, sub { ref $_[0] eq "HASH" });
my ($HEX32, $HEX64) = (qr/^[0-9a-f]{32}\z/, qr/^[0-9a-f]{64}\z/);
my $MINUTE = qr/^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]Z\z/;
my %RESULT = (reason => $TEXT, ranks => [$WHOLE], "scores?" => [$WHOLE]);
my %END = (reason => $TEXT, "ranks?" => [$WHOLE], "scores?" => [$WHOLE], status => qr/^(?:finished|cancelled)\z/);
my %SECRET = (draws => [[$WHOLE]], hidden => [$OBJECT], move => $TEXT, position => $HEX32,
  cause => qr/^(?:|forced|timeout|moderator|caretaker|order)\z/);
my %ENTRY = (ply => $WHOLE, kind => qr/^(?:setup|move|leave|undo|note)\z/, "seat?" => $WHOLE, "minute?" => $MINUTE,
  cause => qr/^(?:|forced|timeout|moderator|caretaker)\z/, "back_to?" => $WHOLE, rules_version => $WHOLE, "end?" => \%END,
  "events?" => [{ type => $TEXT, facts => $OBJECT }], "seal?" => $HEX64, "link?" => $HEX64, "secret?" => \%SECRET);
my %SEAT = (number => $WHOLE, place => $WHOLE, by => qr/^(?:person|guest|bot|site)\z/, "nonce?" => $HEX32,
  "name?" => $TEXT, "digest?" => $HEX64);
my %GAME = (format => qr/^captains-table-game\z/, version => $WHOLE, "table?" => $WHOLE, "identity?" => $HEX32,
  title => $TEXT, options => $OBJECT, players => [$WHOLE], rules => $TEXT, rules_version => $WHOLE,
  seating => qr/^(?:random|joined)\z/, "start?" => { "table?" => $HEX32, ply => $WHOLE, "position?" => $HEX32, "state?" => $TEXT },
  status => qr/^(?:open|expired|running|finished|cancelled)\z/, "started?" => $MINUTE, "finished?" => $MINUTE,
  seats => [\%SEAT], "result?" => \%RESULT, "head?" => qr/^(?:[0-9a-f]{64})?\z/, entries => [\%ENTRY],
  seeds => [{ from => $WHOLE, "commitment?" => $HEX64, "seed?" => $HEX64, "key?" => $HEX64 }]);

sub form {
    my ($form, $value, $where) = @_;
    if (ref $form eq "ARRAY") {
        die "form:$where\n" unless ref $value eq "ARRAY";
        form($form->[0], $value->[$_], "$where\[$_]") for 0 .. $#$value;
    }
    elsif (ref $form eq "HASH") {
        die "form:$where\n" unless ref $value eq "HASH";
        my %left = map { $_ => 1 } keys %$value;
        for my $named (sort keys %$form) {
            (my $name = $named) =~ s/\?$//;
            die "form:$where $name is missing\n" unless delete $left{$name};
            form($form->{$named}, $value->{$name}, "$where $name") if defined $value->{$name} || $named eq $name;
        }
        die "form:$where $_ is unknown\n" for sort keys %left;
    }
    else { die "form:$where\n" unless ref $form eq "CODE" ? $form->($value) : is_text($value) && $value =~ $form }
}

# ---- Checks: they die with what is wrong, and tell what can't be checked

sub expect { my ($holds, $said) = @_; die "$said\n" unless $holds }
sub waits { my ($game) = @_; return $game->{start} && !defined $game->{start}{state} }

sub secret_left {    # what is secret after the end is wrong, unless the former game runs again
    my ($game, $open, $said) = @_;
    expect(!$OVER{ $game->{status} } || waits($game), $said);
    push @$open, $said;
}

sub check_before {
    my ($game, $open) = @_;
    my @seats = @{ $game->{seats} };
    my @seeds = @{ $game->{seeds} };
    expect(@seeds && $seeds[0]{from} == -1, "seed: the first is not used from the setup on");
    for my $each (@seeds) {
        if (!defined $each->{seed} || !defined $each->{key}) { secret_left($game, $open, "seed: not public"); next }
        my $seed = pack "H*", $each->{seed};
        expect(commitment($game, $seed) eq ($each->{commitment} // ""), "commitment: not that of the seed and the terms");
        expect(key_of($game, $seed) eq $each->{key}, "key: it doesn't follow from the seed and the nonces");
    }
    my $key = key_at($game, -1);
    for my $at (0 .. $#seats) { expect($seats[$at]{number} == $at, "seats: they are not numbered from 0") }
    my @placed = by_place($game);
    for my $at (0 .. $#placed) { expect($placed[$at]{place} == $at, "seats: the places are not numbered from 0") }
    my $options = join " ", sort keys %{ $game->{options} };
    expect($options eq ($OPTIONS{ $game->{title} } // $options), "options: not those of the title");
    my ($least, $most, @more) = @{ $game->{players} };
    expect(defined $most && !@more, "players: not two numbers");
    expect($game->{start} || ($least <= @seats && @seats <= $most), "seats: not as many as were announced");
    for my $seat (@seats) {
        my $is_bot = ($seat->{name} // "") =~ /\x{2605}/;
        my $may = ($PEOPLE{ $seat->{by} } // 0) == (defined $seat->{nonce} ? 1 : 0) && (!$is_bot || $seat->{by} eq "bot");
        expect($may, "nonce: seat $seat->{number} ($seat->{by}) contributed " . ($seat->{nonce} // "nothing"));
        next unless defined $key && defined $seat->{name};
        my $digest = hashed("name", keyed($key, "name", $seat->{number}), bytes($seat->{name}));
        expect($digest eq ($seat->{digest} // ""), "name: of seat $seat->{number}");
    }
    my @numbers = map { $_->{number} } @placed;
    if ($game->{seating} eq "joined") { expect("@numbers" eq join(" ", 0 .. $#seats), "seats: not in order of joining"); return }
    my @nonces = map { $_->{nonce} // "none" } @placed;    # "n" comes after all digits
    expect("@nonces" eq join(" ", sort @nonces), "seats: the places are not in the order of the nonces");
    expect(!defined $key || "@numbers" eq join(" ", shuffled(scalar @seats, stream($key, -2, 0))), "seats: not as drawn");
}

sub check_log {
    my ($game, $open, $told) = @_;
    my @seats = map { { by => $_->{by}, name => $_->{digest}, nonce => $_->{nonce}, number => $_->{number} } } by_place($game);
    my $link = hashed("header",
        canonical({ commitment => $game->{seeds}[0]{commitment}, seats => \@seats, table => $game->{table} }));
    my ($expected, $minute, $version, $decided, $end, $ended) = (-1, "", $game->{rules_version}, 0);
    my ($number, $generation, $drew, $past, @seeds, @ends, $position) = (0, 0, -1, undef);
    for my $entry (@{ $game->{entries} }) {
        my ($ply, $kind, $seat, $events) = @$entry{qw(ply kind seat events)};
        my @stream = (-1, 0);
        expect($ply == $expected++ && ($kind eq "setup") == ($ply == -1), "ply $ply: missing or out of order");
        expect(($entry->{minute} // "") ge $minute, "ply $ply: earlier than the entry before");
        my $note = "";
        if ($kind eq "note" && $events) {
            $note = @$events == 1 ? $events->[0]{type} : "";
            my $facts = @$events ? $events->[0]{facts} : {};
            expect($NOTE{$note} && $entry->{cause} eq "", "ply $ply: no note of this kind is known");
            form($note eq "new-seed" ? { "commitment?" => $HEX64 } : $note eq "upgraded" ? { rules => $TEXT, rules_version => $WHOLE }
                : {}, $facts, " ply $ply");
            $version = $facts->{rules_version} if $note eq "upgraded";
        }
        expect($entry->{rules_version} == $version, "ply $ply: nothing names its rules");
        expect($end ? $AFTER{$note} : $note ne "new-seed", "ply $ply: a $kind $note can't come here");
        expect(($kind eq "undo") == defined $entry->{back_to}, "ply $ply: only an undo goes back");
        expect(!defined $seat || ($seat >= 0 && $seat < @seats), "ply $ply: there is no such seat");
        if ($kind eq "setup") {
            my $first = !defined $seat && $entry->{cause} eq "" && ($entry->{minute} // "") eq ($game->{started} // "");
            expect($first, "started: not the minute of the setup, which nobody made");
        }
        elsif ($kind eq "move" || $kind eq "leave") {
            expect(defined $seat, "ply $ply: there is no such seat");
            my $owner = $kind eq "move" ? $seat : -1;    # players can't take back that they left
            $past = { ply => $ply, seat => $owner, number => $number, drew => $drew, before => $past, next => $past };
            @stream = ($number++, $generation);
            $drew = $ply if $entry->{secret} && @{ $entry->{secret}{draws} };
        }
        elsif ($kind eq "undo") {
            my ($found, $latest) = ($past, $past);
            $found = $found->{next} while $found && $found->{ply} != $entry->{back_to};
            $latest = $latest->{next} while $latest && !defined $latest->{seat};
            expect($found && !@{ $events // [] }, "ply $ply: it takes back what is not in force");
            my $again = $drew >= $entry->{back_to} ? 1 : 0;
            my $own = defined $seat && $latest && $found == $latest && $found->{seat} == $seat && !$again && $entry->{cause} eq "";
            expect($own || (!defined $seat && $decided && $entry->{cause} eq "moderator"), "ply $ply: may not be taken back");
            $past = { ply => $ply, number => $number, drew => $drew, before => $past, next => $found->{before} };
            ($number, $drew, $generation) = ($found->{number}, $found->{drew}, $generation + $again);
            push @$told, "ply $ply: a moderator took back plies that drew, so later draws are new" if $again;
        }
        elsif ($note eq "new-seed") {
            expect($decided, "ply $ply: a new seed without a decision");
            push @seeds, [$ply, $events->[0]{facts}{commitment}];
            ($end, $ended) = (undef, undef);
            push @$told, "ply $ply: a moderator resumed the game: for later draws, trust the operator";
        }
        if ($entry->{end}) {
            ($end, $ended) = ($entry->{end}, $entry->{minute});
            my $by_rules = $kind ne "note" && $end->{status} eq "finished" && $end->{reason} !~ /^(?:agreed|decision)\z/;
            $by_rules = !defined $seat && grep { same($_, $end) } @ends if $kind eq "undo";
            expect($by_rules || $ENDS{ join " ", $note || $kind, @$end{qw(status reason)} }, "ply $ply: this doesn't end a game so");
            my $fits = !grep { $_ && @$_ != @seats } @$end{qw(ranks scores)};
            $fits &&= defined $end->{ranks} == ($end->{status} eq "finished");
            expect($fits, "ply $ply: its end does not have one rank and score for each seat");
            push @ends, $end;
        }
        ($minute, $decided) = ($entry->{minute} // "", $note eq "moderated" || $note eq "new-seed");
        if (!$events || !defined $entry->{seal}) {
            expect(!$OVER{ $game->{status} }, "ply $ply: its content isn't public");
            push @$open, "ply $ply: its content isn't public";
        }
        else {
            my $made = hashed("entry", pack("H*", $link), pack("H*", $entry->{seal}), canonical({ some($entry, @PUBLIC) }));
            expect($made eq ($entry->{link} // ""), "ply $ply: not linked to the entry before");
            check_secret($game, $entry, $open, @stream);
            my $moves = $kind ne "note" || $note eq "upgraded" || !defined $position || !$entry->{secret};
            expect($moves || $entry->{secret}{position} eq $position, "ply $ply: its secret part is not that of a note");
            $position = $entry->{secret}{position} if $entry->{secret};
        }
        $link = $entry->{link} // "";
    }
    expect($link eq ($game->{head} // ""), "head: not the last link");
    my @later = map { [$_->{from}, $_->{commitment}] } @{ $game->{seeds} }[1 .. $#{ $game->{seeds} }];
    expect(same(\@seeds, \@later), "commitment: the log announces other seeds");
    my $status = $end ? $end->{status} : "running";
    my $result = $status eq "finished" ? { some($end, qw(reason ranks scores)) } : undef;
    expect($game->{status} eq $status, "status: by the log, $status");
    expect(same($game->{finished}, $ended), "finished: not when the log ended");
    expect(same($game->{result}, $result), "result: not that of the log");
}

sub check_secret {
    my ($game, $entry, $open, @stream) = @_;
    my ($ply, $kind, $secret, $key) = (@$entry{qw(ply kind secret)}, key_at($game, $entry->{ply}));
    return if defined $key && !$secret && $kind eq "note";
    return secret_left($game, $open, "ply $ply: its secret part isn't public") unless defined $key && $secret;
    my $seal = hashed("secret", keyed($key, "salt", $ply), canonical($secret));
    expect($seal eq $entry->{seal}, "ply $ply: its secret part doesn't match its seal");
    my $move = $kind eq "move" ? eval { JSON::PP->new->decode($secret->{move}) } : undef;
    my $cause = $kind eq "move" && $secret->{cause} eq "order" ? "" : $secret->{cause};
    my $fits = (ref $move eq "HASH" || ($kind ne "move" && $secret->{move} eq "")) && $cause eq $entry->{cause}
      && @{ $secret->{hidden} } == @{ $entry->{events} } && !(@{ $secret->{draws} } && $kind =~ /^(?:undo|note)\z/);
    expect($fits, "ply $ply: its secret part is not that of a $kind");
    my $stream = stream($key, @stream);
    for my $draw (@{ $secret->{draws} }) {
        expect(@$draw == 2 && $draw->[0] > 0 && below($draw->[0], $stream) == $draw->[1], "ply $ply: not drawn with the key");
    }
}

sub check_start {
    my ($game, $open, @others) = @_;
    my $start = $game->{start} or return;
    return secret_left($game, $open, "start: the position isn't public") unless defined $start->{state};
    expect(substr(hashed("position", bytes($start->{state})), 0, 32) eq ($start->{position} // ""), "start: another position");
    my ($former) = grep { ref eq "HASH" && ($_->{identity} // "") eq ($start->{table} // "") } @others;
    return push @$open, "start: give the file of the former game, too" unless $former;
    my ($result, $why) = verdict($former, grep { $_ != $former } @others);
    expect($result ne "does not hold", "start: the former game does not hold: $why");
    push @$open, "start: the former game $result: $why" if $result ne "holds";
    my ($there) = grep { $_->{ply} == $start->{ply} } @{ $former->{entries} };
    my $is_same = same($former->{title}, $game->{title}) && same($former->{options}, $game->{options})
      && @{ $former->{seats} } == @{ $game->{seats} };
    expect($is_same && $there && $there->{secret} && $there->{secret}{position} eq $start->{position}, "start: another position");
}

sub trust {
    my ($game, @told) = @_;
    my @people = map { $_->{name} || "seat $_->{number}" } grep { $PEOPLE{ $_->{by} } } @{ $game->{seats} };
    return join "; ", @told, "only the site contributed to the shuffles, so trust its operator" unless @people;
    my $who = @people == 1 ? $people[0] : "the last of " . join(", ", @people) . " to join";
    return join "; ", @told, "nobody chose the shuffles, if $who did not conspire with the operator";
}

sub verdict {
    my ($game, @others) = @_;
    my $is_game = ref $game eq "HASH" && is_text($game->{format}) && $game->{format} eq "captains-table-game"
      && is_whole($game->{version}) && $game->{version} == 1;
    return ("cannot be checked", "format: not a game in format 1") unless $is_game;
    my (@open, @told);
    eval {
        form(\%GAME, $game, "");
        if (!defined $game->{identity}) { push @open, "names: exported without names" }
        elsif (!@{ $game->{entries} }) { push @open, "entries: this table hasn't started" }
        else {
            push @open, "status: the game isn't over" unless $OVER{ $game->{status} };
            check_before($game, \@open);
            my @bound = ($game->{table}, (map { $_->{digest} } @{ $game->{seats} }), map { $_->{minute} } @{ $game->{entries} });
            expect(!(grep { !defined } @bound), "form: table, digests of names, and minutes are there");
            check_log($game, \@open, \@told);
            check_start($game, \@open, @others);
        }
        1;
    } or return ("does not hold", $@ =~ s/\s+\z//r);
    return @open ? ("cannot be checked", $open[0]) : ("holds", trust($game, @told));
}

sub parsed { my ($text) = @_; my $game = eval { JSON::PP->new->utf8->decode($text) }; return $game }

binmode STDOUT, ":encoding(UTF-8)";
if (@ARGV && $ARGV[0] eq "--lines") {
    while (my $line = <STDIN>) { print join(": ", verdict(parsed($line))), "\n" }
    exit 0;
}
sub load { my ($name) = @_; open my $file, "<:raw", $name or return; local $/; return scalar parsed(scalar <$file>) }

my @games = map { scalar load($_) } @ARGV;
my ($result, $why) = @games ? verdict(@games) : ("cannot be checked", "no file");
print "$result: ", $why =~ s/[^[:print:]]/?/gr, "\n";
exit({ holds => 0, "does not hold" => 1 }->{$result} // 2);
