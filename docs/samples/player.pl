# The same player as player.py, in Perl: manage.py bot Sample --command "perl /path/to/player.pl"
use strict;
use warnings;
use JSON::PP;

$| = 1;    # each answer at once
my $json = JSON::PP->new->canonical;
while (my $line = <STDIN>) {
    my $question = $json->decode($line);
    my @moves    = @{ $question->{legal} };
    my $move     = @moves ? $moves[ rand @moves ] : $question->{default};
    print $json->encode({ move => $move }), "\n";
}
